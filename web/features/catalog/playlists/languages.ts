import { languageName } from './language-name.ts'

/** The languages that a teacher can choose; the contract takes any language tag. */
const CODES =
  'ar bn cs da de el en es fa fi fr he hi hu id it ja ko ms nl no pl pt ro ru sv sw ta te th tr uk ur vi zh'

/** Sorted by name; a stored language that is not in the list comes first. */
export function languageOptions(stored: string): { value: string; label: string }[] {
  const options = CODES.split(' ').map((value) => ({ value, label: languageName(value) }))
  const sorted = options.toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
  const isListed = stored === '' || options.some(({ value }) => value === stored)
  return isListed ? sorted : [{ value: stored, label: languageName(stored) }, ...sorted]
}
