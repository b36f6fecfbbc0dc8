import type { Moment } from '#contract/search/search.ts'
import { wordsIn } from '#server/features/search/index/words.ts'
import type { PassageCues } from './moments.queries.ts'

const LENGTH = 140
/** So many characters may stand before the first word that was found. */
const LEAD = 60
const RUN = /[\p{L}\p{N}\p{M}]+/gu

interface Found {
  from: number
  to: number
}

/**
 * The second of a passage at which the search is answered, and what is said there: the first of the cues that have the most of the
 * words. Undefined when none has any.
 */
export function excerptOf(cues: PassageCues, words: readonly string[]): Moment | undefined {
  const scores = cues.map(([, text]) => foundIn(text, words).count)
  const most = Math.max(0, ...scores)
  const index = scores.indexOf(most)
  const cue = cues[index]
  if (most === 0 || !cue) return undefined
  const text = cues
    .slice(index)
    .map(([, each]) => each)
    .join(' ')
  const first = foundIn(text, words).places[0]?.from ?? 0
  const start = first <= LEAD ? 0 : text.lastIndexOf(' ', first - LEAD / 2) + 1
  return { at: cue[0], excerpt: pieces(cutAfter(text.slice(start)), words) }
}

/** The text up to the end of a word, without the marks that end it, because the screens put three dots after it. */
function cutAfter(text: string): string {
  const end = text.length <= LENGTH ? text.length : text.lastIndexOf(' ', LENGTH)
  return text.slice(0, end > LENGTH / 2 ? end : LENGTH).replace(/[\s.,;:…。]+$/u, '')
}

function pieces(text: string, words: readonly string[]): Moment['excerpt'] {
  const result: Moment['excerpt'] = []
  let at = 0
  for (const { from, to } of foundIn(text, words).places) {
    if (from > at) result.push({ text: text.slice(at, from), found: false })
    result.push({ text: text.slice(from, to), found: true })
    at = to
  }
  if (at < text.length) result.push({ text: text.slice(at), found: false })
  return result
}

/** Where words of the search or words that begin with them are, and how many of the words they are. */
function foundIn(text: string, words: readonly string[]): { places: Found[]; count: number } {
  const places: Found[] = []
  const seen = new Set<string>()
  for (const run of text.matchAll(RUN)) {
    const inside = wordsIn(run[0])
    const matches = words.filter((word) => inside.some((each) => each.startsWith(word)))
    for (const word of matches) seen.add(word)
    if (matches.length > 0) places.push(placeIn(run[0], run.index, matches))
  }
  return { places, count: seen.size }
}

/** The whole run, or the part of one without spaces between its words. */
function placeIn(run: string, start: number, matches: string[]): Found {
  const parts = matches.map((word) => ({ from: run.toLowerCase().indexOf(word), length: word.length }))
  const isDense = wordsIn(run).length > 1 && parts.every(({ from }) => from >= 0)
  if (!isDense) return { from: start, to: start + run.length }
  const from = Math.min(...parts.map((part) => part.from))
  const to = Math.max(...parts.map((part) => part.from + part.length))
  return { from: start + from, to: start + to }
}
