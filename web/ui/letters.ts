const HEADINGS = '700 1em Bricolage Grotesque Variable'
const TEXT = '1em Geist Variable'

/**
 * Downloads what each typeface needs for the letters that headings and texts will have, as far as it has them. When a
 * browser finds out by drawing them it lays out the whole page once more, in the middle of scrolling.
 */
export function askForLetters(headings: string, texts: string): void {
  if (!('fonts' in document)) return
  document.fonts.load(HEADINGS, headings).catch(() => {})
  document.fonts.load(TEXT, texts).catch(() => {})
}
