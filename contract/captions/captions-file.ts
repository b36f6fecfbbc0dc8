import type { Cue } from './captions.ts'

export const CAPTIONS_NO_HEADER = 'The file must start with WEBVTT.'
export const CAPTIONS_EMPTY = 'The file has no captions.'

const HEADER = 'WEBVTT\n'
const TIME = '(\\d{2,}):(\\d{2}):(\\d{2}\\.\\d{3})'
const TIMES = new RegExp(`^${TIME} --> ${TIME}$`)
const SIXTY = 60

/** The characters that WebVTT reads as markup or as line ends, as character references. */
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
  '\n': '&#10;',
}
const CHARACTERS = new Map(Object.entries(REFERENCES).map(([character, reference]) => [reference, character]))

/** An empty line would end a cue, so the line end before it becomes a character reference. */
const ESCAPED = /[&<>\r]|(?<=^|\n)\n|\n$/g

/** The cues as a WebVTT file, in the one form that the database stores and `readVtt` reads. */
export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ start, end, text }) => `${vttTime(start)} --> ${vttTime(end)}\n${escaped(text)}\n`,
  )
  return [HEADER, ...blocks].join('\n')
}

/** The cues of a file that `writeVtt` made, word for word. */
export function readVtt(vtt: string): Cue[] {
  const cues: (Cue & { lines: string[] })[] = []
  for (const line of vtt.split('\n')) {
    // A text has no `>` of its own.
    const times = TIMES.exec(line)
    if (times) cues.push({ ...timesOf(times), text: '', lines: [] })
    else if (line !== '') cues.at(-1)?.lines.push(line)
  }
  return cues.map(({ start, end, lines }) => ({ start, end, text: unescaped(lines.join('\n')) }))
}

const escaped = (text: string) => text.replace(ESCAPED, (character) => REFERENCES[character] ?? character)

const unescaped = (text: string) =>
  text.replace(/&(?:amp|lt|gt|#13|#10);/g, (reference) => CHARACTERS.get(reference) ?? reference)

function timesOf([, ...parts]: RegExpExecArray): { start: number; end: number } {
  const [start, end] = [parts.slice(0, 3), parts.slice(3)].map((time) =>
    time.reduce((sum, part) => sum * SIXTY + Math.round(Number(part) * 1000), 0),
  )
  return { start: (start ?? 0) / 1000, end: (end ?? 0) / 1000 }
}

function vttTime(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % SIXTY)}:${two((ms / 1000) % SIXTY)}.${String(ms % 1000).padStart(3, '0')}`
}
