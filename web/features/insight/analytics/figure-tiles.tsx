import type { ReactNode } from 'react'
import { countOf, formatCount } from '#contract/format.ts'
import type { FigureDay, Figures } from '#contract/insight/analytics.ts'
import type { Period } from '#contract/insight/analytics-choices.ts'
import styles from './figure-tiles.module.css'
import { Word } from './figure-word.tsx'
import { percentOf, shown, sumOf } from './period.ts'

export interface Tile {
  word: string
  value: string
  detail?: ReactNode
}

/** Figures side by side, each under its word. */
export function FigureTiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ word, value, detail }) => (
        <div key={word}>
          <dt>
            <Word>{word}</Word>
          </dt>
          <dd>
            {value}
            {detail && <small>{detail}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** How much a figure has grown in the period. */
export function Gained({ count, period }: { count: number; period: Period }) {
  return (
    <>
      <b className={styles.gained} data-some={count > 0 || undefined}>
        +{formatCount(count)}
      </b>{' '}
      in {period} days
    </>
  )
}

interface TilesInput {
  figures: Figures
  days: readonly FigureDay[]
  period: Period
  /** How many public videos there are, where it is one playlist. */
  videos?: number
}

/** The five figures of one playlist or of all. Where people are few, nothing is said of the period either. */
export function tilesOf({ figures, days, period, videos }: TilesInput): Tile[] {
  const gained = (what: 'learners' | 'finished' | 'minutes') =>
    figures.few ? undefined : <Gained count={sumOf(days, what)} period={period} />
  return [
    { word: 'Learners', value: shown(figures.learners), detail: gained('learners') },
    { word: 'Finished', value: shown(figures.finished), detail: gained('finished') },
    {
      word: 'Average progress',
      value: percentOf(figures.averageProgress),
      detail: videos === undefined ? 'of public videos' : `of ${countOf(videos, 'public video')}`,
    },
    { word: 'Minutes watched', value: shown(figures.minutes), detail: gained('minutes') },
    { word: 'Open questions', value: formatCount(figures.openQuestions) },
  ]
}
