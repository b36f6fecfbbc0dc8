/** A program for tables takes a cell that begins with one of these signs for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** One line of a CSV file, with its end. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => {
    const text = FORMULA.test(cell) ? `'${cell}` : cell
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${quoted.join(',')}\r\n`
}

export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map(csvLine).join('')
}
