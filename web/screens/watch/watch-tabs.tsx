import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { CaptionsRef } from '#contract/captions/captions.ts'
import { formatTime } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { CourseCorrections } from '#web/features/catalog/courses/course-corrections.tsx'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { CommentThreads } from '#web/features/comments/comment-threads.tsx'
import { notesOf } from '#web/features/learning/notes/notes.queries.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { ReportMenu } from '#web/features/reports/report-menu.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import type { WriteRequest } from '#web/ui/form/written.ts'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Tabs } from '#web/ui/navigation/tabs.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { TimeLink } from '#web/ui/text/time-link.tsx'
import styles from './watch-video.module.css'

const CourseNotes = lazyPart(
  async () => (await import('#web/features/learning/notes/course-notes.tsx')).CourseNotes,
)

const Transcript = lazyPart(async () => (await import('#web/features/captions/transcript.tsx')).Transcript)

const TABS = ['about', 'transcript', 'notes', 'comments'] as const
type WatchTab = (typeof TABS)[number]

/** Comments belong to this page, so they are open unless the address names another tab. */
const FIRST: WatchTab = 'comments'

/** What the user wants to write about: a quote, or the bookmark with this id. */
type WriteAbout = Pick<WriteRequest, 'quote'> & { noteId?: string }

/** The open tab, which is in the address, and the tab whose field the user asked for with a key. */
export function useWatchTab() {
  const [search, setSearch] = useSearchParams()
  const [writing, setWriting] = useState<WriteRequest & WriteAbout & { tab: WatchTab }>()
  const { player } = useWatch()
  const tab = TABS.find((name) => name === search.get('tab')) ?? FIRST
  function openTab(name: WatchTab): void {
    setSearch(
      (params) => {
        params.set('tab', name)
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  }
  function write(name: WatchTab, about: WriteAbout = {}): void {
    setWriting({ tab: name, at: Math.floor(player.position()), ...about })
    if (name !== tab) openTab(name)
  }
  return { tab, openTab, writing, write, onWriting: () => setWriting(undefined) }
}

interface WatchTabsProps {
  /** The captions that the user reads or prefers. */
  preferred: CaptionsRef | undefined
  tabs: ReturnType<typeof useWatchTab>
}

/** What belongs to the video, below its title. */
export function WatchTabs({ preferred, tabs }: WatchTabsProps) {
  const { course, viewer } = useWatch()
  const { tab: current, openTab, write, writing, onWriting } = tabs
  /** What the user asked for in the tab. */
  const requestOf = (tab: WatchTab) => ({
    request: writing?.tab === tab ? writing : undefined,
    onRequestTaken: onWriting,
  })
  const notes = useInfiniteQuery(notesOf(useCall(), viewer, course._id))
  return (
    <Tabs
      label="About this video"
      tabs={[
        { name: 'about', label: 'About' },
        { name: 'transcript', label: 'Transcript' },
        { name: 'notes', label: 'Notes', count: notes.data?.pages[0]?.total },
        { name: 'comments', label: 'Comments', count: course.commentsCount },
      ]}
      current={current}
      onChange={openTab}
    >
      {current === 'about' && <About />}
      {current === 'transcript' && <h2 className="sr">Transcript</h2>}
      {current === 'transcript' && (
        <Suspense
          fallback={
            <Loading what="transcript">
              <LineSkeletons count={6} />
            </Loading>
          }
        >
          <Transcript
            key={course._id}
            preferred={preferred}
            {...requestOf('transcript')}
            onNote={(quote) => write('notes', { quote })}
            onAsk={(quote) => write('comments', { quote })}
          />
        </Suspense>
      )}
      {current === 'notes' && (
        <Suspense
          fallback={
            <Loading what="notes">
              <LineSkeletons count={3} />
            </Loading>
          }
        >
          <CourseNotes key={course._id} {...requestOf('notes')} />
        </Suspense>
      )}
      {current === 'comments' && (
        <CommentThreads key={course._id} {...requestOf('comments')} Menu={ReportMenu} />
      )}
    </Tabs>
  )
}

function About() {
  const { course, player } = useWatch()
  const { teacher, createdAt, chapters = [] } = course
  return (
    <>
      <div className={styles.by}>
        <div className={styles.teacher}>
          <Avatar user={teacher} size={44} />
          <div>
            <b dir="auto">{teacher.username}</b>
            <span>
              {teacher.role} ·{' '}
              <time className="num" dateTime={createdAt}>
                {createdAt.slice(0, 10)}
              </time>
            </span>
          </div>
        </div>
        <LinkButton to={`/teacher-profile/${teacher._id}`}>View profile</LinkButton>
      </div>
      <div className={styles.description}>
        <LongText key={course._id}>{course.description}</LongText>
      </div>
      {chapters.length > 0 && (
        <section className={styles.chapters} aria-labelledby="chapters">
          <h2 id="chapters">Chapters</h2>
          <ol>
            {chapters.map(({ at, title }) => (
              <li key={at}>
                <TimeLink at={at} onSeek={player.seek}>
                  <span>{formatTime(at)}</span> <span dir="auto">{title}</span>
                </TimeLink>
              </li>
            ))}
          </ol>
        </section>
      )}
      <CourseCorrections />
    </>
  )
}
