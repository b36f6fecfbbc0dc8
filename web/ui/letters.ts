/** Titles and names are in these; the second is worn by what is written between them. */
const FACES = ['700 1em Bricolage Grotesque Variable', '1em Geist Variable']

/**
 * Downloads what the typefaces need for these letters, as far as they have them. When a browser finds out by drawing them
 * it lays out the whole page once more, in the middle of scrolling.
 */
export function askForLetters(text: string): void {
  if (!('fonts' in document)) return
  for (const face of FACES) document.fonts.load(face, text).catch(() => {})
}
