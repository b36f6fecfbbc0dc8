import { formatTime } from '#contract/format.ts'
import type { FoundVideo } from '#contract/search/search.ts'
import { watchAddress } from '#web/features/catalog/courses/course-links.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { Pill } from '#web/ui/feedback/pill.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import styles from './found-videos.module.css'

interface FoundVideosProps {
  videos: readonly FoundVideo[]
  /** The words that were searched. */
  q: string
  level?: 3 | 4
}

/** Videos in which the words of a search are said; every passage leads to its second. */
export function FoundVideos({ videos, q, level = 3 }: FoundVideosProps) {
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
                  <Link
                    to={hitAddress({ playlist, course, at, words: spokenWords(excerpt, q) })}
                    className={styles.moment}
                  >
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

interface Hit {
  playlist: { _id: string }
  course: { _id: string }
  at: number
  words: string
}

/** The watch page marks the words, and starts at the second. */
const hitAddress = ({ playlist, course, at, words }: Hit) =>
  `${watchAddress(playlist._id, course._id)}?${new URLSearchParams({ t: String(at), q: words })}`

/** What the transcript finds: the searched words if they are said like that, else the first of them as it is said. */
function spokenWords(excerpt: FoundVideo['moments'][number]['excerpt'], q: string): string {
  const said = excerpt.map(({ text }) => text).join('')
  const first = excerpt.find(({ found }) => found)
  return first === undefined || said.toLowerCase().includes(q.toLowerCase()) ? q : first.text
}
