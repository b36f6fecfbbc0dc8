/** The addresses of a typed or pasted list: one per line, or separated by commas, semicolons or spaces, also `Anna <anna@…>`. */
export function addressesIn(text: string): string[] {
  return text
    .split(/[\n,;]+/)
    .flatMap((part) => /<([^<>]+)>/.exec(part)?.[1] ?? part.split(/\s+/))
    .map((address) => address.trim())
    .filter((address) => address !== '')
}
