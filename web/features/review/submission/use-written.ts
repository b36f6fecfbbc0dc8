import { useQuery } from '@tanstack/react-query'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import type { ReviewedContent } from '#contract/review/review.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { asWritten, revisionOf } from './submission.queries.ts'

/**
 * The course as its teacher last wrote it: with the version that waits, if there is one. For the edit form. `undefined` until
 * it is known.
 */
export function useWrittenCourse(course: Course | undefined): Course | undefined {
  const waiting = useWaiting(course)
  if (!(course && waiting)) return course?.waiting ? undefined : course
  return asWritten(course, waiting)
}

/** The same for a playlist. */
export function useWrittenPlaylist(playlist: Playlist | undefined): Playlist | undefined {
  const waiting = useWaiting(playlist)
  if (!(playlist && waiting)) return playlist?.waiting ? undefined : playlist
  const { image: mainPlaylistImage = playlist.mainPlaylistImage, category = playlist.category } = waiting
  const { title, description, language = null, level = null, promise = null } = waiting
  return { ...playlist, title, description, category, mainPlaylistImage, language, level, promise }
}

function useWaiting(item: Pick<Playlist, 'waiting'> | undefined): ReviewedContent | undefined {
  const viewer = viewerKey(useCurrentUser())
  const id = item?.waiting?._id
  const { data, isFetchedAfterMount } = useQuery({
    ...revisionOf(useCall(), viewer, id ?? ''),
    enabled: id !== undefined,
    refetchOnMount: 'always',
  })
  return id === undefined || !isFetchedAfterMount ? undefined : data?.content
}
