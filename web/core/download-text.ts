/** Saves a text as a file on the user's machine. */
export function downloadText(text: string, name: string, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** Saves a CSV file with the mark by which programs for tables know UTF-8. */
export function downloadCsv(csv: string, name: string): void {
  downloadText(`\ufeff${csv}`, name, 'text/csv')
}

/** The name of a file after a title, without the characters that no system allows. */
export const fileNameOf = (title: string) => title.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim()
