import { CommentDraft } from '#contract/comments/comments.ts'

/** The part of a comment that the user writes. */
export const CommentTextDraft = CommentDraft.pick({ text: true })
