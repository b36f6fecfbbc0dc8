import type { ReactNode } from 'react'
import type { ImageRef } from '#contract/media/media.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import styles from './learning-row.module.css'

interface LearningRowProps {
  course: { _id: string; videoTitle: string; tutorialImage: ImageRef }
  playlist: { _id: string; title: string; category?: string }
  /** Below the title and the playlist. */
  detail?: ReactNode
  /** A control at the end. */
  action?: ReactNode
}

/** One video in a list of the learning page. The row leads to its watch page. */
export function LearningRow({ course, playlist, detail, action }: LearningRowProps) {
  return (
    <li className={styles.row}>
      <Thumb radius="xs" className={styles.thumb}>
        <Picture
          image={course.tutorialImage}
          sizes="148px"
          fallback={{ category: playlist.category ?? '', seed: course._id }}
        />
      </Thumb>
      <div className={styles.words}>
        <h2 dir="auto">
          <Link className={styles.link} to={`/watch-video/${playlist._id}/${course._id}`}>
            {course.videoTitle}
          </Link>
        </h2>
        <p dir="auto">{playlist.title}</p>
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  )
}

export function LearningRows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}
