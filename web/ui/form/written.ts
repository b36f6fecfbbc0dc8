import type { Draft } from '#web/core/drafts/draft.ts'

/** Words of the video, and the second at which they are said. */
export interface Quote {
  at: number
  text: string
}

/** The user wants to write here, about this second and perhaps about a quote. Each request is a new object. */
export interface WriteRequest {
  at: number
  quote?: Quote | undefined
}

/** What stands in a composer. */
export interface Written {
  text: string
  /** The second that the text is about, once it is fixed. */
  at?: number | undefined
  /** The key of the video in which it was fixed. */
  video?: string | undefined
  /** Words that are said at that second. */
  quote?: string | undefined
  question: boolean
}

export const NOTHING_WRITTEN: Written = { text: '', question: false }

/** What is written, as a draft keeps it. */
export function fieldsOf({ text, at, video, quote, question }: Written): Draft['fields'] {
  return {
    text,
    ...(at !== undefined && { at: String(at) }),
    ...(video !== undefined && { video }),
    ...(quote !== undefined && { quote }),
    ...(question && { question: 'yes' }),
  }
}

export function writtenIn({ text = '', at, video, quote, question }: Draft['fields'] = {}): Written {
  return {
    text,
    at: at === undefined ? undefined : Number(at),
    video,
    quote,
    question: question !== undefined,
  }
}

/** The beginning of the words, as long as a quote may be. It ends with a whole word. */
export function cutQuote(words: string, max: number): string {
  if (words.length <= max) return words
  const beginning = words.slice(0, max + 1)
  return beginning.slice(0, Math.max(beginning.lastIndexOf(' '), 0) || max)
}
