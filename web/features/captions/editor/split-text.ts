import type { Cue } from '#contract/captions/captions.ts'
import { toMs } from './cue-times.ts'

export interface SplitPlace {
  /** The place of the cursor in the text, if there is one. */
  cursor: number | undefined
  /** The second of the video. */
  seconds: number
}

interface Split {
  /** Where the first part ends and the second one starts. */
  seconds: number
  texts: [string, string]
}

/**
 * Where a cue is split: at the cursor, and then at the second that corresponds to it, or else at the second of the video, and then
 * before the nearest word. Undefined if one part would be empty.
 */
export function splitText({ start, end, text }: Cue, { cursor = 0, seconds }: SplitPlace): Split | undefined {
  const atCursor = textsAt(text, cursor)
  if (atCursor) return splitOf({ start, end }, toMs(start + ((end - start) * cursor) / text.length), atCursor)
  const place = nearestWord(text, ((seconds - start) / (end - start)) * text.length)
  const texts = place === undefined ? undefined : textsAt(text, place)
  return texts && splitOf({ start, end }, toMs(seconds), texts)
}

function textsAt(text: string, place: number): [string, string] | undefined {
  const [before, after] = [text.slice(0, place).trim(), text.slice(place).trim()]
  return before === '' || after === '' ? undefined : [before, after]
}

const splitOf = ({ start, end }: Omit<Cue, 'text'>, seconds: number, texts: [string, string]) =>
  start < seconds && seconds < end ? { seconds, texts } : undefined

/** Where the word begins that is nearest to this place, but for the first word. */
function nearestWord(text: string, place: number): number | undefined {
  const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)]
  const [, ...places] = words.filter(({ isWordLike }) => isWordLike).map(({ index }) => index)
  return places.toSorted((one, other) => Math.abs(one - place) - Math.abs(other - place))[0]
}
