import { Note } from '#web/ui/note.tsx'

/** Tells teachers why students do not see their playlist. */
export function PendingBanner() {
  return <Note>Pending: only you and admins can see this.</Note>
}
