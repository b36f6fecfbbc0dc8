import { useRef, useState } from 'react'
import type { PlaylistProgress } from '#contract/learning/progress.ts'
import type { PlayerSettings } from '#contract/video/player.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { CommentThreads } from '#web/features/comments/comment-threads.tsx'
import { useBookmark } from '#web/features/learning/notes/use-bookmark.ts'
import { ReportMenu } from '#web/features/reports/report-menu.tsx'
import { usePlayerSettings } from '#web/features/video/player/settings.queries.ts'
import { classNames } from '#web/ui/class-names.ts'
import { OneColumn } from './one-column.tsx'
import { useColumns } from './use-columns.ts'
import { useWatchParts, type WatchParts } from './use-watch-parts.ts'
import { About } from './watch-about.tsx'
import { useNeighbours } from './watch-neighbours.tsx'
import { CourseNotices } from './watch-notices.tsx'
import { preferredCaptions, WatchPlayer } from './watch-player.tsx'
import { useWatchProgress } from './watch-progress.ts'
import { WatchSide } from './watch-side.tsx'
import { DoneButton, WatchTitle } from './watch-title.tsx'
import styles from './watch-video.module.css'

interface WatchCourseProps {
  /** The user has asked for this video at the end of another one. */
  autoStart: boolean
  onGo: (courseId: string, starts: boolean) => void
}

/** The loaded watch page: it connects the player with the rest. */
export function WatchCourse({ autoStart, onGo }: WatchCourseProps) {
  const { course, progress, viewer, player } = useWatch()
  const { settings, change } = usePlaylistSettings(viewer, progress)
  const mine = useWatchProgress(settings)
  const [theatre, setTheatre] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  const columns = useColumns(page)
  const parts = useWatchParts({
    courseId: course._id,
    columns,
    panel: settings.panel,
    onPanel: (panel) => change({ panel }),
  })
  const neighbours = useNeighbours()
  const { next, previous } = neighbours
  const bookmark = useBookmark((noteId) => parts.write('notes', { noteId }))
  const panels = { parts, progress: mine.rail, preferred: preferredCaptions(course, settings.captions) }

  return (
    <div ref={page} className={classNames(styles.watch, theatre && styles.theatre)}>
      {/* The same element for every number of columns: a frame that moves in the document loads again. */}
      <div ref={player.area} className={styles.player}>
        <WatchPlayer
          {...{ mine, neighbours, settings, autoStart, onGo }}
          onSettings={change}
          theatre={theatre && columns === 2}
          {...(columns === 2 && { onTheatre: setTheatre })}
          commands={{
            done: mine.toggleDone,
            note: () => parts.write('notes'),
            bookmark,
            question: () => parts.write('comments'),
            search: () => parts.write('transcript'),
            next: () => next && onGo(next._id, true),
            previous: () => previous && onGo(previous._id, false),
          }}
        />
      </div>
      <div className={styles.title}>
        <WatchTitle notes={<CourseNotices settings={settings} mine={mine} />}>
          <DoneButton done={mine.done} onPress={mine.toggleDone} />
        </WatchTitle>
      </div>
      {columns === 1 && <OneColumn {...panels} />}
      {columns === 2 && (
        <>
          <WatchSide
            {...panels}
            autoplay={settings.autoplay}
            onAutoplay={(autoplay) => change({ autoplay })}
          />
          <BelowTitle parts={parts} />
        </>
      )}
    </div>
  )
}

/** What stands below the title where there are two columns. */
function BelowTitle({ parts }: { parts: WatchParts }) {
  const { course } = useWatch()
  return (
    <div className={styles.below}>
      <About folded />
      <CommentThreads key={course._id} titled {...parts.requestOf('comments')} Menu={ReportMenu} />
    </div>
  )
}

/** The settings with the rate of this playlist, unless the user has just chosen another one. */
function usePlaylistSettings(viewer: string, progress: PlaylistProgress | undefined) {
  const { settings, change } = usePlayerSettings(viewer)
  const [chosenRate, setChosenRate] = useState<number>()
  function changeHere(changed: Partial<PlayerSettings>): void {
    if (changed.rate !== undefined) setChosenRate(changed.rate)
    change(changed)
  }
  const rate = chosenRate ?? progress?.rate ?? settings.rate
  return { settings: { ...settings, rate }, change: changeHere }
}
