import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { WriteReply } from './lists.ts'

export const likesApi = {
  like: endpoint('likes.like', {
    summary: 'Like a course or take the like back; `liked` sets, an empty body toggles',
    rate: 'reaction',
    body: z.object({ liked: z.boolean('Liked must be true or false.').optional() }),
    reply: WriteReply.extend({ likes: z.array(Id), likesCount: z.int() }),
  }),
}
