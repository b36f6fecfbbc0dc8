import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { useCall } from '#web/core/app-context.tsx'
import { ApproveTogether } from '#web/features/review/desk/approve-together.tsx'
import { revisionOf } from '#web/features/review/desk/desk.queries.ts'
import { NextPending } from '#web/features/review/desk/next-pending.tsx'
import { SubmittedVideos } from '#web/features/review/desk/submitted-videos.tsx'
import styles from './review-around.module.css'
import { ReviewPlayer } from './review-player.tsx'

interface ReviewAroundProps {
  kind: 'playlist' | 'course'
  /** The playlist or course on the screen. */
  current: string
  playlist: Playlist | undefined
  /** The filter of the table, for the links to the next item. */
  table: string
  details: ReactNode
  form: ReactNode
}

/** The specification's two parts, then the submitted videos, the decision about all of them and the next item. */
export function ReviewAround({ kind, current, playlist, table, details, form }: ReviewAroundProps) {
  const revisionId =
    playlist?.revision?._id ?? playlist?.courses.find(({ revision }) => revision !== undefined)?.revision?._id
  const revision = useQuery({
    ...revisionOf(useCall(), revisionId ?? ''),
    enabled: revisionId !== undefined,
  }).data
  const linkState = { table }
  return (
    <div className={styles.view}>
      <div className={styles.details}>{details}</div>
      <div className={styles.form}>{form}</div>
      {revision && (
        <div className={styles.videos}>
          <SubmittedVideos
            revision={revision}
            linkState={kind === 'course' ? linkState : undefined}
            player={({ title, image, video, durationSeconds }) => (
              <ReviewPlayer
                {...{ title, image, video, durationSeconds }}
                category={revision.category}
                starts
              />
            )}
          />
        </div>
      )}
      <div className={styles.end}>
        {revision && <ApproveTogether revision={revision} />}
        <NextPending kind={kind} current={current} linkState={linkState} />
      </div>
    </div>
  )
}
