/** The first `length` characters and ' ...' where something was cut off (specification section 9). */
export function excerpt(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length).join('')} ...` : text
}
