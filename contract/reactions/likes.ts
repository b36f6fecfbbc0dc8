import { z } from 'zod'
import { Course } from '#contract/catalog/courses.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { ListQuery, ListReply, WriteReply } from '#contract/lists.ts'

export const likesApi = {
  list: endpoint('likes.list', {
    summary: 'The courses that the caller likes, newest like first',
    query: ListQuery,
    reply: ListReply.extend({ courses: z.array(Course) }),
  }),
  like: endpoint('likes.like', {
    summary: 'Like a course or take the like back; `liked` sets, an empty body toggles',
    rate: 'reaction',
    body: z.object({ liked: z.boolean('Liked must be true or false.').optional() }),
    reply: WriteReply.extend({ likes: z.array(Id), likesCount: z.int() }),
  }),
}
