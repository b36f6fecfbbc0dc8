/** "German" for `de`; a tag that the browser does not know stays as it is. */
export function languageName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
}
