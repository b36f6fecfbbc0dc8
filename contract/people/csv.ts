/** A spreadsheet would run these as formulas. */
const FORMULA = /^[=+\-@\t]/

/** One line of a CSV file. A cell that a spreadsheet would take for a formula gets a leading `'`. */
function lineOf(cells: readonly string[]): string {
  return cells
    .map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell))
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')
}

/** A CSV file for spreadsheets, with the mark by which they know UTF-8. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${lineOf(row)}\r\n`).join('')}`
}
