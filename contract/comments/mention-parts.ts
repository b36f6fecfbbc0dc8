/** Without schemas, because the browser needs it to show a comment. */

export const MENTIONS_MAX = 5
export const TOO_MANY_MENTIONS = `Mention at most ${MENTIONS_MAX} people.`

interface Named {
  username: string
}

const LETTER = /^[\p{L}\p{M}\p{N}_]/u

/**
 * A text in parts: words, and people whose name follows an @. Of names with the same beginning the longest counts, and none
 * counts inside of a longer word.
 */
export function mentionParts<Person extends Named>(
  text: string,
  people: readonly Person[],
): (string | Person)[] {
  const longestFirst = people.toSorted((a, b) => b.username.length - a.username.length)
  const parts: (string | Person)[] = []
  let end = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const person = longestFirst.find(({ username }) => isNamedAt(text, at + 1, username))
    if (!person) continue
    if (at > end) parts.push(text.slice(end, at))
    parts.push(person)
    end = at + 1 + person.username.length
  }
  return end < text.length ? [...parts, text.slice(end)] : parts
}

function isNamedAt(text: string, start: number, name: string): boolean {
  return text.startsWith(name, start) && !LETTER.test(text.slice(start + name.length))
}

/** The people whose names a text has after an @. */
export function mentionedIn<Person extends Named>(text: string, people: readonly Person[]): Person[] {
  const names = new Set(
    mentionParts(text, people).flatMap((part) => (typeof part === 'string' ? [] : [part.username])),
  )
  return people.filter(({ username }) => names.has(username))
}
