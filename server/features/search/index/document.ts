import type { Db } from '#server/data/database.ts'
import { wordsIn } from './words.ts'

/** The searchable text of a public playlist: the words of each field, with a space before and after each. */
export interface SearchDocument {
  categoryId: string
  title: string
  teacher: string
  /** Titles of public courses; each word once. */
  courses: string
  /** Each word once. */
  description: string
}

/**
 * The fields that contain a word, as one letter before it in the index: the title; the title, the teacher's name or a course
 * title; any field. The search queries the best fields first, as the number of candidates is limited.
 */
export type Slot = 't' | 'h' | 'a'

/** The prefix of a category's id; it differs from every `Place`, so no word collides with it. */
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
  const { title, teacher, courses, categoryId } = document
  const marked = (slot: Slot, words: Set<string>) => [...words].map((word) => `${slot}${word}`)
  return [
    ...marked('t', distinct(title)),
    ...marked('h', distinct(`${title}${teacher}${courses}`)),
    ...marked('a', vocabularyOf(document)),
    categoryLexeme(categoryId),
  ].join(' ')
}

function distinct(words: string): Set<string> {
  return new Set(words.split(' ').filter(Boolean))
}

function spaced(words: Iterable<string>): string {
  return ` ${[...words].join(' ')} `
}

/** The documents of the public ones of these playlists, by id. Runs two queries. */
export async function publicDocuments(db: Db, playlistIds: string[]): Promise<Map<string, SearchDocument>> {
  const playlists = await db
    .selectFrom('playlists')
    .innerJoin('users', 'users.id', 'playlists.teacher_id')
    .select(['playlists.id', 'playlists.category_id', 'playlists.title', 'playlists.description'])
    .select('users.username')
    .where('playlists.id', 'in', playlistIds)
    .where('playlists.status', '=', 'approved')
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
    playlists.map(({ id, category_id, title, description, username }) => [
      id,
      {
        categoryId: category_id,
        title: spaced(wordsIn(title)),
        teacher: spaced(wordsIn(username)),
        courses: spaced(new Set((courseWords.get(id) ?? []).flatMap((course) => wordsIn(course.title)))),
        description: spaced(new Set(wordsIn(description))),
      },
    ]),
  )
}
