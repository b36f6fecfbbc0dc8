/** How texts are compared: without case, accents or width, the same in the browser and on both databases. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u200b]/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}
