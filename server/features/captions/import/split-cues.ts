import { readTimes, type Times } from './times.ts'

/** A line of a file and its number there. */
export interface FileLine {
  text: string
  number: number
}

/** A cue as its file writes it, with markup. */
interface WrittenCue {
  start: number
  end: number
  lines: string[]
}

interface SplitFile {
  cues: WrittenCue[]
  /** Whether the first cue has a number above it, or times as SubRip writes them. */
  isSubRip: boolean
  error?: undefined
}

/** The first line of a comment, style or region block of WebVTT. The block ends at an empty line. */
const BLOCK_START = /^(?:NOTE(?:\s.*)?|STYLE\s*|REGION\s*)$/
const NUMBER = /^\s*\d+\s*$/
/** Such as `X1:100` or `align:middle`. */
const SETTINGS = /^(?:(?:[XY][12]:-?\d+|(?:vertical|line|position|size|align|region):\S+)(?:\s+|$))+/i

/**
 * Splits a file into its cues, or gives the sentence about its first mistake. All lines between two lines of times are text, except
 * for the number or name of the next cue. So it does not matter where a file has empty lines.
 */
export function splitCues(lines: readonly FileLine[], isVtt: boolean): SplitFile | { error: string } {
  const kept = isVtt ? withoutBlocks(lines) : lines
  const texts = kept.map(({ text }) => text)
  const begun: (Times & { at: number })[] = []
  for (const [at, { text, number }] of kept.entries()) {
    const times = readTimes(text, mayStandAbove(texts[at - 1] ?? ''))
    if (times?.mistake !== undefined) return { error: `Line ${number}: ${times.mistake}` }
    if (times) begun.push({ ...times, at })
  }
  const [first] = begun
  const isNumbered = NUMBER.test(texts.slice(0, first?.at).findLast((text) => text !== '') ?? '')
  const cues = begun.map(({ start, end, rest, at }, index) => {
    const next = begun[index + 1]?.at
    const below = texts.slice(at + 1, next)
    const said = next === undefined ? below : withoutName(below, { isVtt, isNumbered })
    return { start, end, lines: isVtt ? said : [rest.replace(SETTINGS, ''), ...said] }
  })
  return { cues, isSubRip: isNumbered || first?.isSubRip === true }
}

/** The lines without comment, style and region blocks. */
function withoutBlocks(lines: readonly FileLine[]): FileLine[] {
  let isInBlock = false
  return lines.filter(({ text }, index) => {
    if ((lines[index - 1]?.text ?? '') === '' && BLOCK_START.test(text)) isInBlock = true
    else if (text === '') isInBlock = false
    return !isInBlock
  })
}

/** Above the times there is an empty line or the number of the cue, unless the file has no empty lines. */
const mayStandAbove = (line: string) => line === '' || NUMBER.test(line)

/** The lines of a cue without the number or name of the next one, which stands right above its times. */
function withoutName(
  lines: string[],
  { isVtt, isNumbered }: { isVtt: boolean; isNumbered: boolean },
): string[] {
  const at = lines.findLastIndex((line) => line !== '')
  const isNumber = NUMBER.test(lines[at] ?? '')
  const standsAlone = at > 0 && at === lines.length - 1 && lines[at - 1] === ''
  const isName = standsAlone ? isNumber || isVtt : isNumber && isNumbered
  return isName ? lines.slice(0, at) : lines
}
