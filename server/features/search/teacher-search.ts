import type { z } from 'zod'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { FoundTeacher, TeacherSearchQuery } from '#contract/search/search.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/data/cursor.ts'
import type { Db } from '#server/data/database.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { publicUsers } from '#server/features/account/users/user-rows.queries.ts'
import { countKept } from '#server/features/account/users/users.queries.ts'
import { beginningsOf } from '#server/features/search/index/names.queries.ts'
import { FORGIVING_MIN } from '#server/features/search/index/typing-errors.ts'
import { queryWords } from '#server/features/search/index/words.ts'
import { invalid } from '#server/http/app-error.ts'
import {
  countHaving,
  countNames,
  indexedName,
  type Keys,
  keysNear,
  listedPlaylistsOf,
  listHaving,
  listHavingAny,
  listTeachers,
  type TeacherName,
} from './teacher-search.queries.ts'

interface FoundTeachers {
  data: FoundTeacher[]
  total: number
  nextCursor: string | null
}

interface TeacherList {
  /** The page and, when there is one, the teacher after it. */
  rows: TeacherName[]
  total: number
}

const BY_NAME = 'teachers'

/**
 * Teachers whose names contain every word, or a word that begins with it, ordered by name; without words, all teachers. If
 * there are none, words of five letters or more also match with one typing error.
 */
export async function searchTeachers(
  db: Db,
  viewer: Viewer | undefined,
  { q = '', limit = LIST_LIMIT_DEFAULT, cursor }: z.output<typeof TeacherSearchQuery>,
): Promise<FoundTeachers> {
  const afterId = cursor === undefined ? undefined : String(decodeCursor(BY_NAME, cursor)[0])
  const page = { limit, afterId }
  const { rows, total } = q === '' ? await allTeachers(db, page) : await teachersNamed(db, q, page)
  const matches = pageOf(rows, limit, ({ id }) => encodeCursor(BY_NAME, [id]))
  const ids = matches.rows.map(({ id }) => id)
  const playlists = await listedPlaylistsOf(db, viewer, ids)
  const teachers = await publicUsers(db, viewer, ids)
  const data = teachers.map((teacher) => ({ teacher, playlists: playlists.get(teacher._id) ?? [] }))
  return { data, total, nextCursor: matches.nextCursor }
}

interface PageParams {
  limit: number
  afterId: string | undefined
}

async function allTeachers(db: Db, page: PageParams): Promise<TeacherList> {
  const [rows, total] = await Promise.all([listTeachers(db, page), countKept(db, 'Teacher')])
  if (!rows) throw invalid('cursor', 'Invalid cursor.')
  return { rows, total }
}

async function teachersNamed(db: Db, q: string, page: PageParams): Promise<TeacherList> {
  // The stored key has no marks, so strip them from the search, too.
  const words = queryWords(sortKey(q))
  const matches = await namedExactly(db, words, page)
  if (matches) return matches
  const near = words.some(mayBeMistyped) ? await calledNearly(db, words) : []
  return pageIn(near, page)
}

/** Teachers whose names contain each word, or one that begins with it; `undefined` if there are none. */
async function namedExactly(db: Db, words: string[], page: PageParams): Promise<TeacherList | undefined> {
  const [rarest, ...others] = await rarestFirst(
    words.map((word) => [word]),
    ([word = '']) => countNames(db, word),
  )
  if (!rarest || rarest.names === 0) return undefined
  const keys = { first: rarest.keys[0] ?? '', others: others.map(({ keys }) => keys[0] ?? '') }
  const total = others.length === 0 ? rarest.names : await countHaving(db, keys)
  if (total === 0) return undefined
  const last = page.afterId === undefined ? undefined : await lastOfPage(db, words, page.afterId)
  return { rows: await listHaving(db, keys, { limit: page.limit + 1, last }), total }
}

/** The last teacher of the page before; throws if the search does not match them. */
async function lastOfPage(db: Db, words: string[], id: string): Promise<TeacherName> {
  const username_key = await indexedName(db, id)
  const beginnings = beginningsOf(username_key ?? '')
  if (username_key === undefined || !words.every((word) => beginnings.has(word)))
    throw invalid('cursor', 'Invalid cursor.')
  return { id, username_key }
}

/** The same search with one typing error per word; returns all matches, ordered by name. */
async function calledNearly(db: Db, words: string[]): Promise<TeacherName[]> {
  const keys: Keys[] = []
  for (const word of words) keys.push(mayBeMistyped(word) ? [word, ...(await keysNear(db, word))] : [word])
  const groups = await rarestFirst(keys, (each) => countNamesOfAny(db, each))
  if (groups.some(({ names }) => names === 0)) return []
  const matches = await listHavingAny(
    db,
    groups.map((group) => group.keys),
  )
  return matches.toSorted((a, b) => byBytes(a.username_key, b.username_key) || byBytes(a.id, b.id))
}

/** A word one letter too short may be one with a missing letter. */
function mayBeMistyped(word: string): boolean {
  return [...word].length >= FORGIVING_MIN - 1
}

async function countNamesOfAny(db: Db, keys: Keys): Promise<number> {
  let names = 0
  for (const key of keys) names += await countNames(db, key)
  return names
}

/** Sorts the groups of keys, rarest first; if a group matches no name, returns only that one. */
async function rarestFirst(groups: Keys[], count: (keys: Keys) => Promise<number>) {
  const counted: { keys: Keys; names: number }[] = []
  for (const keys of groups) {
    const names = await count(keys)
    if (names === 0) return [{ keys, names }]
    counted.push({ keys, names })
  }
  return counted.toSorted((a, b) => a.names - b.names)
}

/** Sorts texts as both databases do. */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function pageIn(matches: TeacherName[], { limit, afterId }: PageParams): TeacherList {
  const start = afterId === undefined ? 0 : matches.findIndex(({ id }) => id === afterId) + 1
  if (afterId !== undefined && start === 0) throw invalid('cursor', 'Invalid cursor.')
  return { rows: matches.slice(start, start + limit + 1), total: matches.length }
}
