/** What everyone finds. A visitor's search reads no other index, so restricted words cannot change what it finds. */
export const PUBLIC = {
  playlists: 'search_index',
  passages: 'search_passages',
  corrections: 'search_corrections',
  words: 'search_words',
  deletions: 'search_deletions',
} as const

/** What only members or groups find. Each entry has its audience as words, and each search demands one of them. */
export const RESTRICTED = {
  playlists: 'restricted_index',
  passages: 'restricted_passages',
  corrections: 'restricted_corrections',
  words: 'restricted_words',
  deletions: 'restricted_deletions',
} as const

/** The tables of one of the two search indexes, which have the same form. */
export type SearchIndex = typeof PUBLIC | typeof RESTRICTED
export const SEARCH_INDEXES: readonly SearchIndex[] = [PUBLIC, RESTRICTED]

/** The index that contains what this audience finds (`searchAudience`); null is everyone. */
export function indexFor(audience: string | null): SearchIndex {
  return audience === null ? PUBLIC : RESTRICTED
}

/** A word of an index, or all words that begin with it. */
export interface Lexeme {
  text: string
  prefix: boolean
}

/** The letter before the name of an audience; it differs from every other prefix of the index. */
const AUDIENCE = 'u'

/** The words of an audience in the index; none for everyone. */
export function audienceLexemes(audience: string | null): string[] {
  return (audience ?? '').split(' ').filter(Boolean).map(lexemeOf)
}

/** What a search demands of an entry: one of these audiences. */
export function anyAudience(audiences: readonly string[]): Lexeme[] {
  return audiences.map((audience) => ({ text: lexemeOf(audience), prefix: false }))
}

const lexemeOf = (audience: string) => `${AUDIENCE}${audience}`
