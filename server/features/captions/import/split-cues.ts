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
  const cueLines = isVtt ? withoutBlocks(lines) : lines
  const texts = cueLines.map(({ text }) => text)
  const begun: (Times & { at: number })[] = []
  for (const [at, { text, number }] of cueLines.entries()) {
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

/** The start and end of a cue in seconds. */
interface Times {
  start: number
  end: number
  /** Whether SubRip has such times: it always writes hours or a comma. */
  isSubRip: boolean
  /** What follows the times. */
  rest: string
}

/** What a line says about times: two times, a mistake in words, or nothing, because it is a text. */
type TimesLine = (Times & { mistake?: undefined }) | { mistake: string } | undefined

interface Written {
  start: string
  end: string
  rest: string
}

const ARROW = '-->'
const TIME = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,9}))?$/
/** Without hours and with a dot, as WebVTT writes it. */
const SHORT_TIME = /^\d+:\d+\.\d/
const FULL_TIME = '\\d{1,3}:\\d{2}:\\d{2}[.,]\\d{1,3}'
/** Two times with all their parts leave no doubt, whatever sign stands between them. */
const FULL_TIMES = new RegExp(`^(${FULL_TIME})[\\p{P}\\p{S}\\s]{1,6}(${FULL_TIME})(?:\\s+(\\S.*))?$`, 'u')
const PRECISE = /\d:\d+:\d|\d[.,;]\d/
const LIKE_TIME = /^[-−]?[\d:.,;\s]*\d:[\d:.,;\s]*$/
/** Editors for Hebrew and Arabic put these before digits. */
const DIRECTION_MARKS = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
const SIXTY = 60
const SHOWN_MAX = 30

/** `isFirst`: no text stands right above, so the line may begin a cue even if it looks like a text with an arrow. */
function readTimes(line: string, isFirst: boolean): TimesLine {
  const written = timesIn(line.replace(DIRECTION_MARKS, '').trim())
  if (!written) return undefined
  const { start, end, rest } = written
  const [from, to] = [secondsOf(start), secondsOf(end)]
  if (from === undefined || to === undefined) {
    const wrong = from === undefined ? start : end
    return isMeantAsTimes(written, isFirst) ? { mistake: notATime(wrong) } : undefined
  }
  if (!(isFirst || isPrecise(written))) return undefined
  if (to <= from) return { mistake: reversed(written, to === from) }
  return { start: from, end: to, isSubRip: !SHORT_TIME.test(start), rest }
}

/** With hours or a fraction of a second, unlike most times in a text. */
const isPrecise = ({ start, end }: Written) => PRECISE.test(start) || PRECISE.test(end)

function timesIn(line: string): Written | undefined {
  const [, first, last, after = ''] = FULL_TIMES.exec(line) ?? []
  if (first !== undefined && last !== undefined) return { start: first, end: last, rest: after }
  const at = line.indexOf(ARROW)
  if (at < 0) return undefined
  const right = line.slice(at + ARROW.length).trim()
  const [end = ''] = right.split(/\s/, 1)
  return { start: line.slice(0, at).trim(), end, rest: right.slice(end.length).trim() }
}

/** Two texts that look like times, or one that is a time without a doubt where a cue may begin. */
function isMeantAsTimes(written: Written, isFirst: boolean): boolean {
  const { start, end } = written
  if (LIKE_TIME.test(start) && LIKE_TIME.test(end)) return isFirst || isPrecise(written)
  return isFirst && [start, end].some((time) => secondsOf(time) !== undefined && PRECISE.test(time))
}

function secondsOf(time: string): number | undefined {
  const [, hours = '0', minutes = '', seconds = '', fraction = '0'] = TIME.exec(time) ?? []
  if (minutes === '' || Number(seconds) >= SIXTY) return undefined
  if (time.split(':').length > 2 && Number(minutes) >= SIXTY) return undefined
  const ms = Math.round(Number(`0.${fraction}`) * 1000)
  return ((Number(hours) * SIXTY + Number(minutes)) * SIXTY * 1000 + Number(seconds) * 1000 + ms) / 1000
}

function notATime(written: string): string {
  if (written === '') return 'a time such as 00:01:05.000 is missing beside the arrow.'
  return `“${written.length <= SHOWN_MAX ? written : `${written.slice(0, SHOWN_MAX)}...`}” is not a time such as 00:01:05.000.`
}

function reversed({ start, end }: Written, isSame: boolean): string {
  const [from, to] = [start, end].map((time) => time.replace(',', '.'))
  return `the end (${to}) is ${isSame ? 'the same as the start' : `before the start (${from})`}.`
}
