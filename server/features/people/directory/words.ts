import { foldText } from '#contract/fold.ts'

/** Longer words are cut, in names and in searches alike. */
const WORD_MAX = 40

/** The runs of letters and digits in a text, without case and accents, each once. */
export function wordsOf(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => [...word].slice(0, WORD_MAX).join('')))]
}
