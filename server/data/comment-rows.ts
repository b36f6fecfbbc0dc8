import type { Generated, Selectable } from 'kysely'

export interface CommentTable {
  id: string
  course_id: string
  user_id: string
  text: string
  at_s: number | null
  /** The comment that this one replies to; a reply has no replies. */
  parent_id: string | null
  is_question: Generated<number>
  answered_by: string | null
  /** When that was accepted; null also where it was accepted before this was kept. */
  accepted_at: string | null
  pinned_at: string | null
  /** Set when a comment with replies is removed; its text is never sent again. */
  removed_at: string | null
  /** Set while reports hide the comment. */
  hidden_at: string | null
  created_at: string
  updated_at: string
  likes_count: Generated<number>
  /** Words of the transcript, said at `at_s`. */
  quote: string | null
}

export type CommentRow = Selectable<CommentTable>

export interface CommentLikeTable {
  comment_id: string
  user_id: string
  created_at: string
}

/** A person whose name is in the text of a comment. */
export interface CommentMentionTable {
  comment_id: string
  /** Null when that account is deleted. */
  user_id: string | null
  /** The name in the text, which the person may have changed since. */
  name_then: string
}
