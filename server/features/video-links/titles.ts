import { characters, withoutForbidden } from '#contract/text.ts'
import { TITLE_MAX, Title } from '#contract/text-fields.ts'

/** The title of another site as a title of ours: cleaned, and cut at a word. `undefined` when nothing sensible is left. */
export function titleOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const clean = withoutForbidden(text).replace(/\s+/g, ' ').trim()
  const { data } = Title.safeParse(cut(clean))
  return data
}

function cut(text: string): string {
  if (characters(text) <= TITLE_MAX) return text
  const words = text.split(' ')
  let short = ''
  for (const word of words) {
    const longer = short === '' ? word : `${short} ${word}`
    if (characters(`${longer}…`) > TITLE_MAX) break
    short = longer
  }
  return short === ''
    ? [...new Intl.Segmenter().segment(text)]
        .slice(0, TITLE_MAX)
        .map(({ segment }) => segment)
        .join('')
    : `${short}…`
}
