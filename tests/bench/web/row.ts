/** One line of the table. */
export interface Row {
  part: string
  what: string
  figure: string
  /** What it is held against, in words; a figure without one is for reading. */
  bar?: string
  passed?: boolean
}

const HEAD = '| part | what | figure | bar | |'

const verdictOf = (passed: boolean) => (passed ? 'kept' : '**missed**')

const cellsOf = ({ part, what, figure, bar = '', passed }: Row): string[] => [
  part,
  what,
  figure,
  bar,
  passed === undefined ? '' : verdictOf(passed),
]

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => `| ${cellsOf(row).join(' | ')} |`)
  return [HEAD, HEAD.replace(/[^|]+/g, ' --- '), ...lines].join('\n')
}

/** The middle one, which a neighbour's busy second does not move. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
