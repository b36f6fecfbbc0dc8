import { Suspense, useState } from 'react'
import type { Playlist } from '#contract/catalog/playlists.ts'
import type { PlaylistProgress } from '#contract/learning/progress.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { CourseList } from '#web/features/catalog/courses/course-list.tsx'
import { statesOf } from '#web/features/learning/progress/course-states.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PlaylistSearch } from './playlist-search.tsx'

const FoundInPlaylist = lazyPart(
  async () => (await import('#web/features/search/found-in-playlist.tsx')).FoundInPlaylist,
)

interface PlaylistVideosProps {
  id: string
  playlist: Playlist
  progress: PlaylistProgress | undefined
}

/** The videos of a playlist, and a search in what is said in them, where something is said that can be found. */
export function PlaylistVideos({ id, playlist, progress }: PlaylistVideosProps) {
  const { _id, courses } = playlist
  const [q, setQ] = useState('')
  const isSearchable = courses.some(({ hasCaptions }) => hasCaptions)
  return (
    <Section id={id} title="Videos" action={isSearchable && <PlaylistSearch onSearch={setQ} />}>
      {q !== '' && (
        <Suspense
          fallback={
            <Loading what="passages">
              <LineSkeletons count={3} />
            </Loading>
          }
        >
          <FoundInPlaylist playlistId={_id} q={q} />
        </Suspense>
      )}
      {courses.length === 0 ? (
        <EmptyState drawing="video" small title="No courses yet in this playlist" />
      ) : (
        <CourseList
          playlist={playlist}
          states={progress && statesOf(courses, progress)}
          nextId={progress && progress.courses.length > 0 ? (progress.continueWith ?? undefined) : undefined}
        />
      )}
    </Section>
  )
}
