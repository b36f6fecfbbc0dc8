import { useId } from 'react'
import { formatCount } from '#contract/format.ts'
import type { Advice, LessonFigures } from '#contract/insight/analytics.ts'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Word } from './figure-word.tsx'
import styles from './funnel.module.css'
import { shown } from './period.ts'

interface FunnelProps {
  lessons: readonly LessonFigures[]
  advice: Advice
  /** The address of a lesson's figures. */
  addressOf: (lessonId: string) => string
}

/** How many learners came to each lesson, in the order of the playlist, and how many stopped there. The lesson to repair is marked. */
export function Funnel({ lessons, advice, addressOf }: FunnelProps) {
  const heading = useId()
  const most = Math.max(1, ...lessons.map(({ reached }) => reached ?? 0))
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <h2 id={heading}>How far they get</h2>
      <table className={styles.funnel}>
        <thead>
          <tr>
            <th scope="col">Lesson</th>
            <th scope="col">
              <span className="sr">Share</span>
            </th>
            <th scope="col">
              <Word>Got here</Word>
            </th>
            <th scope="col">
              <Word>Stopped here</Word>
            </th>
          </tr>
        </thead>
        <tbody>
          {lessons.map(({ _id, title, reached, stopped }, index) => (
            <tr key={_id} data-advised={_id === advice.lessonId || undefined}>
              <th scope="row">
                <TextLink to={addressOf(_id)} className={styles.lesson}>
                  <span className="dim num">{index + 1}</span> <bdi>{title}</bdi>
                  {_id === advice.lessonId && <span className="sr">, the lesson to look at</span>}
                </TextLink>
              </th>
              <td>
                <progress
                  className={styles.bar}
                  max={most}
                  value={reached ?? 0}
                  aria-label={`${title}: ${shown(reached)} of ${formatCount(most)}`}
                />
              </td>
              <td className={styles.reached}>{shown(reached)}</td>
              <td>{stoppedText(stopped, reached)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** `145 · 38 %` */
function stoppedText(stopped: number | null, reached: number | null): string {
  if (stopped === null || reached === null) return 'few'
  const share = reached === 0 ? 0 : Math.round((stopped / reached) * 100)
  return `${formatCount(stopped)} · ${share} %`
}
