/** A cue in its file: the seconds of its start and end, and its text. */
export interface EditableCue {
  start: number
  end: number
  text: string
  /** The lines of the whole cue with its name, and of its text; without the last one. */
  lines: { first: number; text: number; end: number }
}

const ARROW = '-->'
const SIXTY = 60

/** The cues of a valid WebVTT file, in the order of the file. */
export function editableCues(vtt: string): EditableCue[] {
  const lines = vtt.split('\n')
  return lines.flatMap((line, index): EditableCue[] => {
    if (!line.includes(ARROW)) return []
    const [start = '', rest = ''] = line.split(ARROW)
    const named = index > 0 && lines[index - 1] !== ''
    const blank = lines.indexOf('', index)
    const end = blank < 0 ? lines.length : blank
    return [
      {
        start: secondsOf(start),
        end: secondsOf(rest.trim().split(/\s/)[0] ?? ''),
        text: lines.slice(index + 1, end).join('\n'),
        lines: { first: named ? index - 1 : index, text: index + 1, end },
      },
    ]
  })
}

const secondsOf = (time: string) => time.split(':').reduce((sum, part) => sum * SIXTY + Number(part), 0)

/** The file with other texts for its cues. A cue without a text is left out. Everything else of the file stays. */
export function withTexts(vtt: string, cues: readonly EditableCue[], texts: readonly string[]): string {
  const lines = vtt.split('\n')
  for (const [index, { lines: at }] of [...cues.entries()].toReversed()) {
    const text = linesOf(texts[index] ?? '')
    if (text.length > 0) lines.splice(at.text, at.end - at.text, ...text)
    else lines.splice(at.first, at.end - at.first + 1)
  }
  return lines.join('\n')
}

/** An empty line would end the cue, and an arrow would begin another one. */
const linesOf = (text: string) =>
  text
    .replaceAll(ARROW, '->')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
