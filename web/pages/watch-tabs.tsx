import { useSearchParams } from 'react-router'
import type { Course } from '#contract/courses.ts'
import { CommentList } from '#web/features/comments/comment-list.tsx'
import { Avatar } from '#web/features/media/avatar.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import styles from './watch-video.module.css'

const TABS = ['about', 'comments'] as const
type WatchTab = (typeof TABS)[number]

/** The specification wants comments on this page, so they are open unless the address names another tab. */
const FIRST: WatchTab = 'comments'

/** The open tab, which is in the address. */
export function useWatchTab(): [WatchTab, (tab: WatchTab) => void] {
  const [search, setSearch] = useSearchParams()
  const tab = TABS.find((name) => name === search.get('tab')) ?? FIRST
  function open(name: WatchTab): void {
    setSearch(
      (params) => {
        params.set('tab', name)
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return [tab, open]
}

interface WatchTabsProps {
  course: Course
  current: WatchTab
  onChange: (tab: WatchTab) => void
}

/** What belongs to the video, below its title. */
export function WatchTabs({ course, current, onChange }: WatchTabsProps) {
  return (
    <Tabs
      label="About this video"
      tabs={[
        { name: 'about', label: 'About' },
        { name: 'comments', label: 'Comments', count: course.commentsCount },
      ]}
      current={current}
      onChange={onChange}
    >
      {current === 'about' && <About course={course} />}
      {current === 'comments' && (
        <CommentList key={course._id} courseId={course._id} teacherId={course.teacher._id} />
      )}
    </Tabs>
  )
}

function About({ course }: { course: Course }) {
  const { teacher, createdAt } = course
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
    </>
  )
}
