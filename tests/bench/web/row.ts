/** One line of the table. */
export interface Row {
  part: string
  what: string
  figure: string
  /** What it is held against, in words; a figure without one is for reading. */
  bar?: string
  kept?: boolean
}

const HEAD = '| part | what | figure | bar | |'

const verdictOf = (kept: boolean) => (kept ? 'kept' : '**missed**')

const cellsOf = ({ part, what, figure, bar = '', kept }: Row): string[] => [
  part,
  what,
  figure,
  bar,
  kept === undefined ? '' : verdictOf(kept),
]

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => `| ${cellsOf(row).join(' | ')} |`)
  return [HEAD, HEAD.replace(/[^|]+/g, ' --- '), ...lines].join('\n')
}

/** The middle one, which a neighbour's busy second does not move. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
