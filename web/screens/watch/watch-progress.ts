import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import type { PlaylistProgress, Ranges } from '#contract/learning/progress.ts'
import type { PlayerSettings } from '#contract/video/player.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import { playableOf } from '#contract/video-links/unavailable.ts'
import type { RailProgress } from '#web/features/catalog/courses/course-rail.tsx'
import { videoOf } from '#web/features/catalog/courses/course-video.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { doneOf, leftOf, statesOf } from '#web/features/learning/progress/course-states.ts'
import { useSetDone } from '#web/features/learning/progress/progress-changes.queries.ts'
import { openQueue } from '#web/features/learning/progress/queue.ts'
import { union } from '#web/features/learning/progress/ranges.ts'
import { requestedSecond, startOf } from '#web/features/learning/progress/resume.ts'
import { useRecording } from '#web/features/learning/progress/use-recording.ts'
import type { PlaybackReport } from '#web/features/video/player/use-playback.ts'

/** What the user has watched, for the player and the rest of the watch page. */
export function useWatchProgress(settings: PlayerSettings) {
  const { course, playlist, progress, viewer, records } = useWatch()
  const place = { playlistId: course.playlist._id, courseId: course._id }
  const mine = progress?.courses.find(({ _id }) => _id === course._id)
  const videoKey = videoKeyOf(videoOf(course))
  const { start, requested, forget } = useStart({
    course,
    videoKey,
    viewer,
    mine,
    ranges: progress?.ranges ?? NONE,
  })
  const [hasEnded, setEnded] = useState('')
  const { onReport, watched, isHidden } = useRecording({
    ...place,
    videoKey,
    heldPosition: requested === undefined ? undefined : (mine?.atSeconds ?? 0),
    onHeldEnd: forget,
    isEnabled: records && !settings.historyPaused,
  })
  const setDone = useSetDone(place)
  const done = mine?.done ?? false

  return {
    start,
    watched: useMemo(() => union(progress?.ranges ?? NONE, watched), [progress?.ranges, watched]),
    onReport: (report: PlaybackReport) => {
      setEnded(report.state === 'ended' ? course._id : '')
      onReport(report)
    },
    isDone: (courseId: string) => progress?.courses.find(({ _id }) => _id === courseId)?.done ?? false,
    rail: playlist && progress && railOf(playlist, progress, settings.rate),
    isPlaylistDone: playlist !== undefined && progress?.doneCount === playableOf(playlist.courses).length,
    done,
    toggleDone: () => records && setDone.mutate(!done),
    wasReplaced: mine?.videoReplaced ?? false,
    change: mine?.changed ? mine : undefined,
    isUnderReview: isHidden && hasEnded === course._id,
  }
}

interface StartInput {
  course: Course
  videoKey: string
  viewer: string
  mine: PlaylistProgress['courses'][number] | undefined
  /** What the server has of the watched seconds. */
  ranges: Ranges
}

const NONE: Ranges = []

/**
 * Where the video starts, and a function that forgets the second of the address. It depends on what is stored, not on what is
 * being watched.
 */
function useStart({ course, videoKey, viewer, mine, ranges }: StartInput) {
  const [search, setSearch] = useSearchParams()
  const duration = course.durationSeconds ?? 0
  const requested = requestedSecond(search, duration)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reading the storage in each render is slow
  const start = useMemo(() => {
    const local = openQueue(localStorage, viewer).positionOf(course._id, videoKey)
    return startOf({
      stored: mine,
      local,
      watched: union(ranges, local?.ranges ?? []),
      duration,
      startsAt: videoOf(course).startsAt,
      requested,
    })
  }, [course._id, videoKey, course.video?.startsAt, viewer, requested, mine?.updatedAt, mine?.done, ranges])
  return {
    start,
    requested,
    forget: () => setSearch(withoutHit, { replace: true, preventScrollReset: true }),
  }
}

/** The address without the second and the words of a search. */
function withoutHit(search: URLSearchParams): URLSearchParams {
  search.delete('t')
  search.delete('q')
  return search
}

function railOf(playlist: Playlist, progress: PlaylistProgress, rate: number): RailProgress {
  const { courses } = playlist
  const summary = [doneOf(progress, playableOf(courses).length), leftOf(progress, rate)]
    .filter(Boolean)
    .join(' · ')
  return { states: statesOf(courses, progress), doneCount: progress.doneCount, summary }
}
