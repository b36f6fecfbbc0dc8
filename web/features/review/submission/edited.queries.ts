import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import type { ReviewEdits, ReviewedContent } from '#contract/review/review.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { coursesOf, ownCourses } from '#web/features/catalog/courses/courses.queries.ts'
import { type Item, savesDraft } from '#web/features/catalog/versions/submission-state.ts'
import { asWritten, contentsOf, revisionOf, waitingTimeOf } from './submission.queries.ts'

/**
 * The courses of an own playlist in teaching order, as their teacher last wrote them: with the versions that wait. One
 * query, so that a changed course arrives together with its waiting version.
 */
const writtenCoursesOf = (call: Call, viewer: string, playlistId: string) => {
  const online = coursesOf(call, viewer, playlistId)
  return queryOptions({
    queryKey: [...online.queryKey, 'written'],
    queryFn: async ({ signal }) => {
      const courses = await ownCourses(call, { viewer, playlistId, signal })
      const ids = courses.flatMap(({ waiting }) => waiting?._id ?? [])
      const contents = await contentsOf(call, { playlistId, ids, signal })
      return courses.map((course) => asWritten(course, contents.get(course.waiting?._id ?? '')))
    },
    meta: online.meta,
  })
}

/** These courses, always read again on the build screen. `courseOf` waits for them if they have not arrived. */
export function useWrittenCourses(playlistId: string) {
  const viewer = viewerKey(useCurrentUser())
  const { data: courses, refetch } = useQuery({
    ...writtenCoursesOf(useCall(), viewer, playlistId),
    refetchOnMount: 'always',
  })
  async function courseOf(id: string): Promise<Course | undefined> {
    const loaded = courses ?? (await refetch({ cancelRefetch: false })).data
    return loaded?.find(({ _id }) => _id === id)
  }
  return { courses, courseOf }
}

const ALL_WAIT = 'Your changes show when an admin has approved them.'
const NOTES: Record<Item['kind'], Record<ReviewEdits, string>> = {
  playlist: {
    video: 'Your changes show at once. The status of the playlist stays as it is.',
    none: 'Your changes show at once. The status of the playlist stays as it is.',
    all: ALL_WAIT,
  },
  course: {
    video: 'Your changes show at once. A new video is reviewed again before it appears.',
    none: 'Your changes show at once.',
    all: ALL_WAIT,
  },
}

/** What happens with an edit of the item when it is saved. */
export function useEditNote(item: Item): string {
  const { data } = useQuery(waitingTimeOf(useCall()))
  if (savesDraft(item)) return 'Your changes are saved as a draft. Submit it when it is ready.'
  return NOTES[item.kind][data?.edits ?? 'video']
}

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
