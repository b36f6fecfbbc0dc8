import { type ReactNode, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { watchAddress } from '#web/features/catalog/courses/course-links.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { LikeButton } from '#web/features/reactions/like-button.tsx'
import { ReportMenu } from '#web/features/reports/report-menu.tsx'
import { classNames } from '#web/ui/class-names.ts'
import button from '#web/ui/navigation/button.module.css'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { IconPath } from '#web/ui/picture/icon.tsx'
import styles from './watch-video.module.css'

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
      <h1 dir="auto">{course.videoTitle}</h1>
      <div className={styles.actions}>
        <LikeButton course={course} />
        {children}
        <ShareMenu />
        <ReportMenu
          subject={{ kind: 'course', id: course._id, name: course.videoTitle, ownerId: course.teacher._id }}
        />
      </div>
      {notes}
    </div>
  )
}

const SHARE = 'M13 4v4c-6.57 1.03-9.02 6.79-10 12c-.04 .21 5.38-5.96 10-6v4l8-7l-8-7'

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
        { label: 'Copy link', run: () => void copy(address) },
        { label: `Copy link at ${formatTime(at)}`, run: () => void copy(`${address}?t=${at}`) },
      ]}
    >
      <IconPath path={SHARE} />
      <span>Share</span>
    </Menu>
  )
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    notify.success('Link copied.')
  } catch {
    // Without https a browser offers no clipboard.
    notify.error(`Your browser does not allow copying. The link is ${address}`, { timeout: SCREEN_TOAST_MS })
  }
}
