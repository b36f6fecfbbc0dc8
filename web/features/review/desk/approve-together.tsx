import { useId } from 'react'
import type { FullRevision } from '#contract/review/review.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './approve-together.module.css'
import { approvalOf, openCourses, videosApproval } from './decisions.ts'
import { useDecide } from './desk.queries.ts'
import { DeskIcon } from './desk-icon.tsx'
import { isWaiting, videoCount } from './words.ts'

/**
 * Approves the playlist and its submitted videos in one step; only the videos if the playlist is decided already. A version that
 * waits beside an approved one is left to the review desk, which shows it.
 */
export function ApproveTogether({ revision }: { revision: FullRevision }) {
  const heading = useId()
  const { mutate, isPending } = useDecide()
  const { subject, state, courses } = revision
  const offline = { ...revision, courses: courses.filter(({ status }) => status !== 'approved') }
  const count = openCourses(offline).length
  const withPlaylist = subject.kind === 'playlist' && subject.status !== 'approved' && isWaiting(state)
  if (count === 0) return null

  function approve(): void {
    const { text, requests } = withPlaylist ? approvalOf(offline, []) : videosApproval(offline, [])
    const [request] = requests
    if (request === undefined) return
    mutate(request, { onSaved: () => notify.success(text, { timeout: SCREEN_TOAST_MS }) })
  }

  return (
    <Card aria-labelledby={heading} className={styles.card}>
      <h2 id={heading}>All at once</h2>
      <p>
        {withPlaylist
          ? 'Approves the playlist and every submitted video in one step.'
          : 'Approves every submitted video in one step.'}
      </p>
      <Button block busy={isPending} onClick={approve}>
        <DeskIcon name="checks" />
        {withPlaylist ? `Approve playlist and ${videoCount(count)}` : `Approve ${videoCount(count)}`}
      </Button>
    </Card>
  )
}
