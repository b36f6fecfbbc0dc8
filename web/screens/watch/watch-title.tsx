import type { ReactNode } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import { LikeButton } from '#web/features/reactions/like-button.tsx'
import { ReportMenu } from '#web/features/reports/report-menu.tsx'
import { ShareMenu } from './watch-share.tsx'
import styles from './watch-video.module.css'

interface WatchTitleProps {
  course: Course
  /** The second that the player is at. */
  position: () => number
  /** Actions between Like and Share. */
  children?: ReactNode
  /** Below them. */
  notes?: ReactNode
}

/** The title of the video and what one can do with it. */
export function WatchTitle({ course, position, children, notes }: WatchTitleProps) {
  return (
    <div className={styles.head}>
      <h1 dir="auto">{course.videoTitle}</h1>
      <div className={styles.actions}>
        <LikeButton course={course} />
        {children}
        <ShareMenu course={course} position={position} />
        <ReportMenu
          subject={{ kind: 'course', id: course._id, name: course.videoTitle, ownerId: course.teacher._id }}
        />
      </div>
      {notes}
    </div>
  )
}
