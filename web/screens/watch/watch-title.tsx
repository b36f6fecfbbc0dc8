import { type ReactNode, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import { copyLink } from '#web/core/copy-link.ts'
import { watchAddress } from '#web/features/catalog/courses/course-links.ts'
import { DONE_RULE } from '#web/features/catalog/courses/course-rail.tsx'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { LikeButton } from '#web/features/reactions/like-button.tsx'
import { ReportMenu } from '#web/features/reports/report-menu.tsx'
import { classNames } from '#web/ui/class-names.ts'
import button from '#web/ui/navigation/button.module.css'
import { Button } from '#web/ui/navigation/button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './watch-title.module.css'

interface WatchTitleProps {
  /** Actions between Like and Share. */
  children?: ReactNode
  /** Below them. */
  notes?: ReactNode
}

/** The title of the video and what one can do with it. */
export function WatchTitle({ children, notes }: WatchTitleProps) {
  const { course } = useWatch()
  return (
    <div className={styles.head}>
      <div className={styles.row}>
        <h1 dir="auto">{course.videoTitle}</h1>
        <div className={styles.actions}>
          <LikeButton course={course} />
          {children}
          <ShareMenu />
          <ReportMenu
            subject={{ kind: 'course', id: course._id, name: course.videoTitle, ownerId: course.teacher._id }}
          />
        </div>
      </div>
      {notes}
    </div>
  )
}

/** Copies the address of the video, or of the second that the player is at. */
function ShareMenu() {
  const { course, player } = useWatch()
  const [at, setAt] = useState(0)
  const address = new URL(watchAddress(course.playlist._id, course._id), location.origin).href
  return (
    <Menu
      label="Share"
      className={classNames(button.button, button.default, styles.share)}
      onOpen={() => setAt(Math.floor(player.position()))}
      items={[
        { label: 'Copy link', run: () => void copyLink(address) },
        { label: `Copy link at ${formatTime(at)}`, run: () => void copyLink(`${address}?t=${at}`) },
      ]}
    >
      <Icon name="share" />
    </Menu>
  )
}

interface DoneButtonProps {
  done: boolean
  onPress: () => void
}

/** Mark as done, or Done. Pressing it again takes the mark back. */
export function DoneButton({ done, onPress }: DoneButtonProps) {
  return (
    <>
      <Button
        className={styles.done}
        variant={done ? 'done' : 'default'}
        title={done ? 'Mark as not done' : DONE_RULE}
        onClick={onPress}
      >
        <Icon name={done ? 'circle-check-filled' : 'circle-check'} />
        {done ? 'Done' : 'Mark as done'}
      </Button>
      <span className="sr" role="status">
        {done ? 'Done' : ''}
      </span>
    </>
  )
}
