import type { WatchPanel } from '#contract/video/watch-panels.ts'
import type { RailProgress } from '#web/features/catalog/courses/course-rail.tsx'
import { CourseRail, positionIn } from '#web/features/catalog/courses/course-rail.tsx'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Tabs } from '#web/ui/navigation/tabs.tsx'
import { NeighbourLinks } from './watch-neighbours.tsx'
import { NotesPanel, type PanelProps, TranscriptPanel, useNotesCount } from './watch-panels.tsx'
import styles from './watch-side.module.css'

interface WatchSideProps extends PanelProps {
  progress: RailProgress | undefined
  autoplay: boolean
  onAutoplay: (autoplay: boolean) => void
}

/** The playlist, the transcript and the notes beside the video, as high as the screen. Each panel scrolls inside. */
export function WatchSide({ progress, autoplay, onAutoplay, ...panel }: WatchSideProps) {
  const { course, playlist } = useWatch()
  const { open } = panel.parts
  const notes = { name: 'notes', label: 'Notes', count: useNotesCount() } as const
  const transcript = { name: 'transcript', label: 'Transcript' } as const
  // A playlist that cannot be loaded has no panel.
  const list =
    playlist && ({ name: 'playlist', label: 'Playlist', count: positionIn(playlist, course._id) } as const)
  const tabs = list ? [list, transcript, notes] : [transcript, notes]
  const current: WatchPanel = panel.parts.panel === 'playlist' && !playlist ? 'transcript' : panel.parts.panel
  return (
    <aside className={styles.side} aria-label="Beside the video">
      <Tabs label="Beside the video" tabs={tabs} current={current} onChange={open}>
        {current === 'playlist' && playlist && (
          <div className={styles.playlist}>
            <CourseRail playlist={playlist} courseId={course._id} progress={progress} />
            <div className={styles.foot}>
              <Switch checked={autoplay} onChange={onAutoplay}>
                Autoplay
              </Switch>
              <NeighbourLinks />
            </div>
          </div>
        )}
        {current === 'transcript' && <TranscriptPanel {...panel} />}
        {current === 'notes' && (
          <div className={styles.notes}>
            <NotesPanel {...panel} />
          </div>
        )}
      </Tabs>
    </aside>
  )
}
