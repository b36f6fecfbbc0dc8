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

/** The table of one part for the page, with the bars above it because its rows share them. */
export function tableOfPart(rows: readonly Row[]): string {
  const bars = [...new Set(rows.flatMap(({ bar }) => bar ?? []))]
  const lines = rows.map((row) => {
    const [, what, figure, , verdict] = cellsOf(row)
    return `| ${what} | ${figure} | ${verdict} |`
  })
  return [`Bars: ${bars.join('; ')}.`, '', '| what | figure | |', '| --- | --- | --- |', ...lines].join('\n')
}

/** The middle one, which a neighbour's busy second does not move. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
