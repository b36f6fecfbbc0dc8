/** Without schemas, because the watch page needs it before anybody writes. */
import type { TextRule } from '#contract/text-rule.ts'

const COMMENT_MAX = 2000
export const COMMENT_TEXT: TextRule = {
  label: 'Comment',
  min: 1,
  max: COMMENT_MAX,
  short: 'Comment cannot be empty.',
  long: `Comment must be at most ${COMMENT_MAX} characters.`,
  multiline: true,
}

/** Of words of the transcript above a comment. */
export const QUOTE_MAX = 300
