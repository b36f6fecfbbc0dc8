import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import type { CaptionsRef } from '#contract/captions/captions.ts'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist, PlaylistCourse } from '#contract/catalog/playlists.ts'
import { formatTime } from '#contract/format.ts'
import type { Ranges } from '#contract/learning/progress.ts'
import { playableOf } from '#contract/video-links/unavailable.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cuesOf } from '#web/features/captions/captions.queries.ts'
import { videoOf } from '#web/features/catalog/courses/course-video.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { usePlayerCalls } from '#web/features/catalog/courses/watching.queries.ts'
import { useWrittenSeconds } from '#web/features/catalog/courses/written-seconds.tsx'
import { threadsOf } from '#web/features/comments/comments.queries.ts'
import { notesOf } from '#web/features/learning/notes/notes.queries.ts'
import { useTellTeacher } from '#web/features/reports/report.queries.ts'
import type { UnfinishedVideo } from '#web/features/video/player/end-card.tsx'
import { captionsFor, type OwnCaptions } from '#web/features/video/player/own-captions.ts'
import { Player } from '#web/features/video/player/player.tsx'
import type { PlayerProps } from '#web/features/video/player/player-props.ts'
import type { useNeighbours } from './watch-neighbours.tsx'
import type { useWatchProgress } from './watch-progress.ts'

interface WatchPlayerProps extends Pick<PlayerProps, 'settings' | 'onSettings' | 'theatre' | 'onTheatre'> {
  mine: ReturnType<typeof useWatchProgress>
  neighbours: ReturnType<typeof useNeighbours>
  /** The user has asked for this video at the end of another one. */
  autoStart: boolean
  onGo: (courseId: string, starts: boolean) => void
  commands: PlayerProps['commands']
}

/** The player with what this page knows of the course. */
export function WatchPlayer({ mine, neighbours, onGo, ...rest }: WatchPlayerProps) {
  const { course, playlist, viewer, player } = useWatch()
  const { next, number, count } = neighbours
  useSearchHit(mine.start.at)
  const calls = useCalls(course, viewer)
  return (
    <Player
      key={course._id}
      {...rest}
      {...calls}
      course={course}
      video={videoOf(course)}
      category={playlist?.category ?? ''}
      start={mine.start}
      marks={useMarks(viewer, course._id, mine.watched)}
      captions={useOwnCaptions(viewer, course, rest.settings.captions)}
      next={next && nextVideoOf(next, `${number + 1} of ${count}`)}
      unfinished={unfinishedOf({ playlist, course, isDone: mine.isDone, onGo })}
      playlist={{
        title: course.playlist.title,
        address: `/playlist-details/${course.playlist._id}`,
        isDone: mine.isPlaylistDone,
        finished: `/learning/finished/${course.playlist._id}`,
      }}
      hasStoredVideos={playlist?.courses.some(({ _id, isStored }) => isStored && _id !== course._id)}
      onReport={mine.onReport}
      controlRef={player.control}
    />
  )
}

/** The press on a search hit starts the video: it is the press that a host's frame needs. A reload starts nothing. */
function useSearchHit(at: number): void {
  const { player } = useWatch()
  const { key } = useLocation()
  const [search] = useSearchParams()
  const wasPressed = useNavigationType() === 'PUSH' && search.has('q') && search.has('t')
  const start = useEffectEvent(() => player.control.current?.playFrom(at))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same hit can be pressed again
  useEffect(() => {
    if (wasPressed) start()
  }, [wasPressed, key])
}

interface UnfinishedInput {
  playlist: Playlist | undefined
  course: Course
  isDone: (courseId: string) => boolean
  onGo: (courseId: string, starts: boolean) => void
}

/** The first other video of the playlist that is not done, for the end of the last one. */
function unfinishedOf({ playlist, course, isDone, onGo }: UnfinishedInput): UnfinishedVideo | undefined {
  const playable = playableOf(playlist?.courses ?? [])
  const index = playable.findIndex(({ _id }) => _id !== course._id && !isDone(_id))
  const found = playable[index]
  return (
    found && {
      ...nextVideoOf(found, `${index + 1} of ${playable.length}`),
      onPlay: () => onGo(found._id, true),
    }
  )
}

const nextVideoOf = ({ _id, videoTitle, tutorialImage, durationSeconds }: PlaylistCourse, place: string) => ({
  title: videoTitle,
  image: tutorialImage,
  seed: _id,
  detail: durationSeconds ? `${place} · ${formatTime(durationSeconds)}` : place,
})

/** The server calls of the player. A teacher does not report a fault of their own video to themselves. */
function useCalls({ _id, playlist, teacher }: Course, viewer: string) {
  const calls = usePlayerCalls(viewer, { playlistId: playlist._id, courseId: _id })
  return { ...calls, ...useTellTeacher(_id, teacher._id === viewer) }
}

/** What the slider of the player marks: what was watched, and the seconds of the loaded notes and comments. */
function useMarks(viewer: string, courseId: string, watched: Ranges) {
  const call = useCall()
  const notes = useInfiniteQuery(notesOf(call, viewer, courseId)).data
  const threads = useInfiniteQuery(threadsOf(call, viewer, { courseId })).data
  const { seconds: written } = useWrittenSeconds()
  return useMemo(() => {
    const own = notes?.pages.flatMap((page) => page.notes) ?? []
    const secondsOf = (isBookmark: boolean) =>
      own.filter(({ bookmark }) => bookmark === isBookmark).map(({ at }) => at)
    return {
      watched,
      notes: secondsOf(false),
      bookmarks: secondsOf(true),
      written,
      comments:
        threads?.pages.flatMap((page) =>
          page.threads.flatMap(({ at, question, removed }) =>
            at === null || removed ? [] : [{ at, question }],
          ),
        ) ?? [],
    }
  }, [watched, notes, threads, written])
}

/** The teacher's captions for the player; undefined where the host's own are all there is. */
function useOwnCaptions(
  viewer: string,
  { captions: choices = [] }: Course,
  wanted: string | null,
): OwnCaptions | undefined {
  const shown = captionsFor(choices, wanted)
  const cues = useQuery({
    ...cuesOf(useCall(), viewer, shown?._id ?? ''),
    enabled: shown !== undefined,
  }).data
  return choices.length === 0 ? undefined : { choices, shown, cues }
}

/** The captions in the language that the user reads, or else in that of the browser. */
export function preferredCaptions({ captions = [] }: Course, wanted: string | null): CaptionsRef | undefined {
  return captionsFor(captions, wanted ?? navigator.language)
}
