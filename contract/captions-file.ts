/// <reference path="./media-captions.d.ts" />
import { ParseError, ParseErrorCode, parseText } from 'media-captions'

/** A cue as its file writes it: seconds, and a text that may contain tags such as `<i>`. */
export interface FileCue {
  start: number
  end: number
  text: string
}

export const CAPTIONS_NO_HEADER = 'The file must start with WEBVTT.'
export const CAPTIONS_EMPTY = 'The file has no captions.'
const TOO_MANY_LINES = 'The file has too many lines.'
const LINES_MAX = 100_000

const TIME = /^(?:\d{1,2}:)?\d{2}:\d{2}\.\d{1,3}$/
const FIRST_TIMES = /^[^\n]*-->/m
const ARROW = '-->'
/** Of a line with times and settings: patterns of the parser take long for longer ones. */
const TIMES_LENGTH_MAX = 500

/** Line ends of Unix, and none of the characters that a database or the format cannot hold. */
function normalized(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u0000', '\uFFFD')
}

/** Whether it is SubRip, which writes `00:00:01,000` and has no header. */
function isSrt(text: string): boolean {
  return !text.startsWith('WEBVTT') && (FIRST_TIMES.exec(text)?.[0].includes(',') ?? false)
}

/**
 * Reads a .vtt or .srt file strictly. Gives its cues in the order of their time and the file as WebVTT, or the sentence about
 * the first mistake.
 */
export async function readCaptions(
  file: string,
): Promise<{ cues: FileCue[]; vtt: string; error?: undefined } | { error: string }> {
  const text = normalized(file)
  if (text.split('\n', LINES_MAX + 1).length > LINES_MAX) return { error: TOO_MANY_LINES }
  const long = text.split('\n').findIndex((line) => line.length > TIMES_LENGTH_MAX && line.includes(ARROW))
  if (long >= 0) return { error: badSettings(long + 1) }
  const type = isSrt(text) ? 'srt' : 'vtt'
  const reversed = reversedCue(text)
  try {
    const parsed = await parseText(text, { type, strict: true })
    if (reversed) return { error: reversed.error }
    const cues = inOrder(parsed.cues)
    if (cues.length === 0) return { error: CAPTIONS_EMPTY }
    return { cues, vtt: type === 'srt' ? writeVtt(cues) : text }
  } catch (error) {
    return { error: firstMistake(text, error, reversed) }
  }
}

type Reversed = ReturnType<typeof reversedCue>

/** The sentence about what the parser found, or about a cue before it. Throws what is no mistake of the file. */
function firstMistake(text: string, error: unknown, reversed: Reversed): string {
  if (!(error instanceof ParseError)) throw error
  return reversed !== undefined && reversed.line < error.line ? reversed.error : mistakeAt(text, error)
}

function inOrder(parsed: readonly { startTime: number; endTime: number; text: string }[]): FileCue[] {
  return parsed
    .map((cue) => ({ start: cue.startTime, end: cue.endTime, text: cue.text.trim() }))
    .filter((cue) => plainText(cue.text) !== '')
    .toSorted((one, other) => one.start - other.start)
}

/** The first cue that does not end after its start; the parser leaves such cues out without a word. */
function reversedCue(text: string): { line: number; error: string } | undefined {
  for (const [index, written] of text.split('\n').entries()) {
    if (!written.includes(ARROW)) continue
    const { start, end } = timesIn(written)
    if (!(TIME.test(start) && TIME.test(end)) || secondsOf(end) > secondsOf(start)) continue
    const line = index + 1
    const is = secondsOf(end) < secondsOf(start) ? `before the start (${start})` : 'the same as the start'
    return { line, error: `Line ${line}: the end (${end}) is ${is}.` }
  }
  return undefined
}

/** The two times of a line with an arrow, as they are written there. */
function timesIn(line: string): { start: string; end: string } {
  const [start = '', rest = ''] = line.replaceAll(',', '.').split(ARROW, 2)
  return { start: start.trim(), end: rest.trim().split(/\s/, 1)[0] ?? '' }
}

function mistakeAt(text: string, { code, line }: ParseError): string {
  if (code === ParseErrorCode.BadSignature) return CAPTIONS_NO_HEADER
  if (code !== ParseErrorCode.BadTimestamp) return badSettings(line)
  const { start, end } = timesIn(text.split('\n', line).at(-1) ?? '')
  const wrong = TIME.test(start) ? end : start
  return `Line ${line}: “${cut(wrong)}” is not a time such as 00:01:05.000.`
}

const badSettings = (line: number) => `Line ${line}: the settings after the times cannot be read.`

const SHOWN_MAX = 30
const cut = (text: string) => (text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX)}...`)

const secondsOf = (time: string) => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
}

/** What a cue says, without its tags. */
export function plainText(cueText: string): string {
  return (
    cueText
      // Without `<` inside, a text of many `<` takes no longer than another one.
      .replace(/<[^<>]*>/g, '')
      .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => ENTITIES[entity] ?? entity)
      .trim()
  )
}

/** The cues as a WebVTT file. */
export function writeVtt(cues: readonly FileCue[]): string {
  const blocks = cues.map(
    ({ start, end, text }) => `${vttTime(start)} --> ${vttTime(end)}\n${oneBlock(text)}\n`,
  )
  return ['WEBVTT\n', ...blocks].join('\n')
}

/** A cue ends at an empty line, and an arrow would begin another one. */
const oneBlock = (text: string) =>
  text
    .replaceAll(ARROW, '->')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')

function vttTime(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}
