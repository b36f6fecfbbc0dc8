import type { Cue } from '#contract/captions/captions.ts'
import { CAPTIONS_EMPTY, CAPTIONS_NO_HEADER } from '#contract/captions/captions-file.ts'
import { hasWordTimes, subRipText, vttText } from './markup.ts'
import { type FileLine, splitCues } from './split-cues.ts'
import { unroll } from './unroll.ts'

const TOO_MANY_LINES = 'The file has too many lines.'
const LINES_MAX = 100_000
const HEADER = /^\s*WEBVTT(?:\s|$)/i

/**
 * Reads a WebVTT or SubRip file as people and programs write them. Gives what is said, without markup and in the order of time, or
 * the sentence about the first mistake.
 */
export function readCaptions(file: string): { cues: Cue[]; error?: undefined } | { error: string } {
  const text = file.replaceAll('\uFEFF', '').replaceAll('\u0000', '\uFFFD')
  const isVtt = HEADER.test(text)
  const lines = linesOf(text, isVtt)
  if (lines.length > LINES_MAX) return { error: TOO_MANY_LINES }
  const split = splitCues(withoutDoubledEnds(lines), isVtt)
  if (split.error !== undefined) return split
  if (!(isVtt || split.isSubRip)) return { error: CAPTIONS_NO_HEADER }
  const plainText = isVtt ? vttText : subRipText
  const cues = split.cues
    .map(({ start, end, lines: written }) => ({ start, end, text: plainText(written.join('\n')) }))
    .filter((cue) => cue.text !== '')
    .toSorted((one, other) => one.start - other.start)
  if (cues.length === 0) return { error: CAPTIONS_EMPTY }
  return { cues: unroll(cues, hasWordTimes(text)) }
}

/**
 * Lines end in LF, CR LF or CR, and in CR CR LF where a program has converted a file twice. Lines of spaces count as empty in
 * SubRip. In WebVTT they do not: YouTube writes them inside its cues.
 */
function linesOf(text: string, isVtt: boolean): FileLine[] {
  return text
    .split('\n')
    .flatMap((line) => withoutReturns(line).split('\r'))
    .map((line, index) => ({ text: isVtt ? line : line.trim(), number: index + 1 }))
}

/** A loop, because a regular expression takes quadratic time on a line with a million carriage returns. */
function withoutReturns(line: string): string {
  let { length } = line
  while (line[length - 1] === '\r') length -= 1
  return line.slice(0, length)
}

/** Without every second line if all of these are empty, because a program has doubled the line ends. */
function withoutDoubledEnds(lines: FileLine[]): FileLine[] {
  const first = lines.findIndex(({ text }) => text !== '')
  const isSecond = (index: number) => (index - first) % 2 !== 0
  const isDoubled = lines.every(({ text }, index) => text === '' || !isSecond(index))
  return isDoubled ? lines.filter((_, index) => !isSecond(index)) : lines
}
