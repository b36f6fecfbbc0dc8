import { lazy, Suspense } from 'react'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { retryDownload } from '#web/core/retry-download.ts'
import { courseItem, playlistItem } from '#web/features/catalog/versions/submission-state.ts'
import { Decision } from '#web/features/review/submission/decision.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { PictureSkeleton } from '#web/ui/feedback/skeleton.tsx'

const NotePlayer = lazy(async () => ({
  default: (await retryDownload(() => import('#web/screens/learning/note-player.tsx'))).NotePlayer,
}))

/** What admins have sent back of an own playlist and its courses, with a player for the notes. */
export function PlaylistDecision({ playlist }: { playlist: Playlist }) {
  const { _id, category, courses } = playlist
  const places = new Map(courses.map((course, index) => [course._id, `${index + 1} ${course.videoTitle}`]))
  return (
    <Decision
      playlistId={_id}
      items={[playlistItem(playlist), ...courses.map(courseItem)]}
      placeOf={(item) => places.get(item._id) ?? 'Playlist'}
      player={(noted) => (
        <Suspense
          fallback={
            <Loading what="video">
              <PictureSkeleton />
            </Loading>
          }
        >
          <NotePlayer playlistId={_id} category={category} noted={noted} />
        </Suspense>
      )}
    />
  )
}
