import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { CommentThreads } from '#web/features/comments/comment-threads.tsx'
import { ReportMenu } from '#web/features/reports/report-menu.tsx'
import { Tabs } from '#web/ui/navigation/tabs.tsx'
import { About } from './watch-about.tsx'
import { NotesPanel, type PanelProps, TranscriptPanel, useNotesCount } from './watch-panels.tsx'

/** What belongs to the video, in one column: below its title. */
export function WatchTabs(props: PanelProps) {
  const { course } = useWatch()
  const { tab, open, requestOf } = props.parts
  return (
    <Tabs
      label="About this video"
      tabs={[
        { name: 'about', label: 'About' },
        { name: 'transcript', label: 'Transcript' },
        { name: 'notes', label: 'Notes', count: useNotesCount() },
        { name: 'comments', label: 'Comments', count: course.commentsCount },
      ]}
      current={tab}
      onChange={open}
    >
      {tab === 'about' && <About />}
      {tab === 'transcript' && <TranscriptPanel {...props} />}
      {tab === 'notes' && <NotesPanel {...props} />}
      {tab === 'comments' && <CommentThreads key={course._id} {...requestOf('comments')} Menu={ReportMenu} />}
    </Tabs>
  )
}
