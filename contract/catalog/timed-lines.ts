const LINE = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\s+(\S.*)$/
/** A minute has as many seconds, and an hour as many minutes. */
const SIXTY = 60

/** A line of a list that a teacher types: `5:15 A text`. */
interface TimedLine {
  /** Its number, from 1, empty lines included. */
  number: number
  /** Undefined in a line without a time or a text. */
  timed: { at: number; text: string } | undefined
}

/** The lines of a text, without the empty ones. */
export function timedLines(text: string): TimedLine[] {
  return text.split('\n').flatMap((raw, index) => {
    const line = raw.trim()
    return line === '' ? [] : [{ number: index + 1, timed: timedIn(line) }]
  })
}

/** The second and the text of a line. */
export function timedIn(line: string): { at: number; text: string } | undefined {
  const [, hours = '0', minutes = '', seconds = '', text = ''] = LINE.exec(line) ?? []
  if (text === '' || Number(seconds) >= SIXTY) return undefined
  if (hours !== '0' && Number(minutes) >= SIXTY) return undefined
  return { at: (Number(hours) * SIXTY + Number(minutes)) * SIXTY + Number(seconds), text: text.trim() }
}
