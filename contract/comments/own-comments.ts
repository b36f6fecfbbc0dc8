import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { ListQuery, ListReply } from '#contract/lists.ts'
import { ImageRef } from '#contract/media/media.ts'

/** A comment of the caller, with the video below which it stands. */
export const OwnComment = z
  .object({
    _id: Id,
    text: z.string(),
    course: z.object({
      _id: Id,
      videoTitle: z.string(),
      tutorialImage: ImageRef,
      playlist: z.object({ _id: Id, title: z.string() }),
    }),
    createdAt: Timestamp,
  })
  .meta({ id: 'OwnComment' })
export type OwnComment = z.infer<typeof OwnComment>

export const ownCommentsApi = {
  list: endpoint('ownComments.list', {
    summary: 'The caller’s comments on videos that they may watch, newest first',
    query: ListQuery,
    reply: ListReply.extend({ comments: z.array(OwnComment) }),
  }),
}
