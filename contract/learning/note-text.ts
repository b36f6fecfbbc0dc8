/** Without schemas, because the watch page needs it before anybody writes. */
import type { TextRule } from '#contract/text-rule.ts'

const NOTE_MAX = 2000
export const NOTE_EMPTY = 'Note cannot be empty.'
export const NOTE_TEXT: TextRule = {
  label: 'Note',
  min: 1,
  max: NOTE_MAX,
  short: NOTE_EMPTY,
  long: `Note must be at most ${NOTE_MAX} characters.`,
  multiline: true,
}
