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

/** A comment, styles or a region of WebVTT. Each ends at an empty line. */
const ASIDE = /^(?:NOTE(?:\s.*)?|STYLE\s*|REGION\s*)$/
const NUMBER = /^\s*\d+\s*$/
/** Such as `X1:100` or `align:middle`. */
const SETTINGS = /^(?:(?:[XY][12]:-?\d+|(?:vertical|line|position|size|align|region):\S+)(?:\s+|$))+/i

/**
 * Splits a file into its cues, or gives the sentence about its first mistake. All lines between two lines of times are text, except
 * for the number or name of the next cue. So it does not matter where a file has empty lines.
 */
export function splitCues(lines: readonly FileLine[], isVtt: boolean): SplitFile | { error: string } {
  const kept = isVtt ? withoutAsides(lines) : lines
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

function withoutAsides(lines: readonly FileLine[]): FileLine[] {
  let isAside = false
  return lines.filter(({ text }, index) => {
    if ((lines[index - 1]?.text ?? '') === '' && ASIDE.test(text)) isAside = true
    else if (text === '') isAside = false
    return !isAside
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
