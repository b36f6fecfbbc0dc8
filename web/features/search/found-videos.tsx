import { formatTime } from '#contract/format.ts'
import type { FoundVideo } from '#contract/search/search.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { Pill } from '#web/ui/feedback/pill.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import styles from './found-videos.module.css'

/** Videos in which the words of a search are said; every passage leads to its second. */
export function FoundVideos({ videos, level = 3 }: { videos: readonly FoundVideo[]; level?: 3 | 4 }) {
  const Title = level === 3 ? 'h3' : 'h4'
  return (
    <ol className={styles.videos}>
      {videos.map(({ course, playlist, teacher, moments }) => (
        <li key={course._id} className={styles.video}>
          <span className={styles.thumb} aria-hidden="true">
            <Thumb radius="xs">
              <Picture
                image={course.tutorialImage}
                sizes="148px"
                fallback={{ category: playlist.category, seed: course._id }}
              />
            </Thumb>
            {course.durationSeconds !== null && <Pill>{formatTime(course.durationSeconds)}</Pill>}
          </span>
          <div>
            <Title dir="auto">{course.videoTitle}</Title>
            <p className={styles.where}>
              <bdi>{playlist.title}</bdi> · <bdi>{teacher.username}</bdi>
            </p>
            <ul>
              {moments.map(({ at, excerpt, correction = false }) => (
                <li key={`${at} ${correction}`}>
                  <Link to={`/watch-video/${playlist._id}/${course._id}?t=${at}`} className={styles.moment}>
                    <span className={styles.time}>
                      {correction && 'Correction at '}
                      {formatTime(at)}
                    </span>
                    <span dir="auto">
                      ...
                      {excerpt.map(({ text, found }, index) =>
                        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change their order
                        found ? <mark key={index}>{text}</mark> : text,
                      )}
                      ...
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ol>
  )
}
