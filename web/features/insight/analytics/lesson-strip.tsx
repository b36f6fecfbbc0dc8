import { useState } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import type { LessonAnalytics } from '#contract/insight/analytics.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { videoOf } from '#web/features/catalog/courses/course-video.ts'
import { usePlayerHandle } from '#web/features/catalog/courses/watch-context.tsx'
import { useMasterAgain } from '#web/features/catalog/courses/watching.queries.ts'
import { Player } from '#web/features/video/player/player.tsx'
import { usePlayerSettings } from '#web/features/video/player/settings.queries.ts'
import { ChartPanel, ChartTable } from '#web/ui/chart/chart-panel.tsx'
import { HeatStrip, StripLegend, stripRows } from '#web/ui/chart/heat-strip.tsx'
import styles from './lesson-strip.module.css'

interface LessonStripProps {
  course: Course
  figures: LessonAnalytics
}

const nothing = () => undefined

/** The video beside what is known of each of its parts. A press on the strip plays from there. */
export function LessonStrip({ course, figures }: LessonStripProps) {
  const viewer = viewerKey(useCurrentUser())
  const place = { playlistId: course.playlist._id, courseId: course._id }
  const { settings, change } = usePlayerSettings(viewer)
  const masterAgain = useMasterAgain(viewer, place)
  const { control } = usePlayerHandle()
  const [slot, setSlot] = useState(() => busiest(figures.stopped))
  const { slotSeconds } = figures

  function move(to: number): void {
    setSlot(to)
    // Until the video has been started, the arrow keys only read the strip.
    if (control.current && control.current.position() > 0) control.current.seek(to * slotSeconds)
  }
  function press(at: number): void {
    setSlot(at)
    control.current?.seek(at * slotSeconds)
  }

  return (
    <ChartPanel
      title="Every ten seconds"
      legend={<StripLegend />}
      table={<ChartTable heads={['Part', 'Got here', 'Watched', 'Stopped here']} rows={stripRows(figures)} />}
    >
      <div className={styles.columns}>
        <div className={styles.player}>
          <Player
            course={course}
            video={videoOf(course)}
            category=""
            settings={{ ...settings, autoplay: false }}
            onSettings={change}
            start={{ at: 0, label: 'Play' }}
            next={undefined}
            shortcuts={false}
            onReport={({ at, state }) => {
              if (state === 'playing') setSlot(Math.floor(at / slotSeconds))
            }}
            onFault={nothing}
            onExpired={masterAgain}
            controlRef={control}
          />
        </div>
        <HeatStrip
          strip={figures}
          slot={slot}
          onMove={move}
          onPress={press}
          caption="Light where dark is missing: these people skipped the part. Press the strip, or use ← and → and Enter, to see that place."
        />
      </div>
    </ChartPanel>
  )
}

/** Where most learners stopped, which is what the teacher looks for. */
const busiest = (stopped: readonly number[]) => stopped.indexOf(Math.max(0, ...stopped))
