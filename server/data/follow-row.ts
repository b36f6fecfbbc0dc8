/** A user follows a teacher or a playlist: one target each. */
export interface FollowTable {
  user_id: string
  teacher_id: string | null
  playlist_id: string | null
  created_at: string
}
