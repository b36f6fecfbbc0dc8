import { CommentDraft } from '#contract/comments.ts'

/** What a person writes of a comment: its text. */
export const CommentWords = CommentDraft.pick({ text: true })
