import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatTime } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { watchAddress } from '#web/features/catalog/courses/course-links.ts'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { excerpt } from '#web/ui/text/format.ts'
import { type Lesson, openQuestionsOf } from './analytics.queries.ts'
import styles from './open-questions.module.css'

const SHOWN_CHARACTERS = 160

/** The questions about a video that wait for an answer. */
export function OpenQuestions({ playlistId, courseId }: Lesson) {
  const heading = useId()
  const viewer = viewerKey(useCurrentUser())
  const list = useQuery(openQuestionsOf(useCall(), viewer, courseId))
  const questions = list.data?.threads ?? []
  return (
    <section className={styles.box} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>Open questions here</h2>
      </div>
      {questions.length > 0 && (
        <ul>
          {questions.map(({ _id, at, user, text }) => (
            <li key={_id}>
              <span className={styles.icon}>
                <Icon name="question" />
              </span>
              <p>
                <b>
                  {at === null ? '' : `At ${formatTime(at)}, `}
                  <bdi>{user?.username ?? 'Somebody'}</bdi>:
                </b>{' '}
                {excerpt(text, SHOWN_CHARACTERS)}
              </p>
              <LinkButton size="sm" to={`${watchAddress(playlistId, courseId)}?comment=${_id}`}>
                Answer
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
      {questions.length === 0 && (
        <p className={styles.none}>{list.isPending ? 'Loading questions …' : 'No open questions.'}</p>
      )}
    </section>
  )
}
