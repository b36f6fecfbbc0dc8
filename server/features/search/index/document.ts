import type { Db } from '#server/data/database.ts'
import { searchAudience } from '#server/features/catalog/playlists/search-audience.queries.ts'
import { IS_LISTED } from '#server/features/catalog/playlists/visibility.queries.ts'
import { audienceLexemes } from './indexes.ts'
import { wordsIn } from './words.ts'

/** The searchable text of an approved playlist: the words of each field, with a space before and after each. */
export interface SearchDocument {
  /** Null if everyone finds it (`searchAudience`). */
  audience: string | null
  categoryId: string
  title: string
  teacher: string
  /** Titles of public courses; each word once. */
  courses: string
  /** Each word once. */
  description: string
}

const FIELDS = ['audience', 'categoryId', 'title', 'teacher', 'courses', 'description'] as const

export function isSameDocument(one: SearchDocument | undefined, other: SearchDocument | undefined): boolean {
  if (!(one && other)) return one === other
  return FIELDS.every((field) => one[field] === other[field])
}

/**
 * The fields that contain a word, as one letter before it in the index: the title; the title, the teacher's name or a course
 * title; any field. The search queries the best fields first, as the number of candidates is limited.
 */
export type Slot = 't' | 'h' | 'a'

/** The prefix of a category's id; it differs from every `Slot`, so no word collides with it. */
const CATEGORY = 'k'

/** A playlist's entry has the category's id and not its title, as the title may change. */
export function categoryLexeme(categoryId: string): string {
  return `${CATEGORY}${categoryId}`
}

/** Every word of the playlist, once. */
export function vocabularyOf({ title, teacher, courses, description }: SearchDocument): Set<string> {
  return distinct(`${title}${teacher}${courses}${description}`)
}

/** The playlist's lexemes for the full-text index. */
export function lexemesOf(document: SearchDocument): string {
  const { title, teacher, courses, categoryId, audience } = document
  const marked = (slot: Slot, words: Set<string>) => [...words].map((word) => `${slot}${word}`)
  return [
    ...marked('t', distinct(title)),
    ...marked('h', distinct(`${title}${teacher}${courses}`)),
    ...marked('a', vocabularyOf(document)),
    categoryLexeme(categoryId),
    ...audienceLexemes(audience),
  ].join(' ')
}

function distinct(words: string): Set<string> {
  return new Set(words.split(' ').filter(Boolean))
}

function spaced(words: Iterable<string>): string {
  return ` ${[...words].join(' ')} `
}

/** The documents of those of these playlists that somebody finds, by id. Runs two queries. */
export async function searchDocuments(db: Db, playlistIds: string[]): Promise<Map<string, SearchDocument>> {
  const playlists = await db
    .selectFrom('playlists')
    .innerJoin('users', 'users.id', 'playlists.teacher_id')
    .select(['playlists.id', 'playlists.category_id', 'playlists.title', 'playlists.description'])
    .select(['users.username', searchAudience.as('audience')])
    .where('playlists.id', 'in', playlistIds)
    .where(IS_LISTED)
    .execute()
  const courses = await db
    .selectFrom('courses')
    .select(['playlist_id', 'title'])
    .where('playlist_id', 'in', playlistIds)
    .where('status', '=', 'approved')
    .orderBy('playlist_id')
    .orderBy('id')
    .execute()
  const courseWords = Map.groupBy(courses, ({ playlist_id }) => playlist_id)
  return new Map(
    playlists.map(({ id, audience, category_id, title, description, username }) => [
      id,
      {
        audience,
        categoryId: category_id,
        title: spaced(wordsIn(title)),
        teacher: spaced(wordsIn(username)),
        courses: spaced(new Set((courseWords.get(id) ?? []).flatMap((course) => wordsIn(course.title)))),
        description: spaced(new Set(wordsIn(description))),
      },
    ]),
  )
}
