import type { z } from 'zod'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { FoundTeacher, TeacherSearchQuery } from '#contract/search.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/core/cursor.ts'
import type { Db } from '#server/core/db/database.ts'
import { invalid } from '#server/core/refusal.ts'
import { forgives, withinOneError } from '#server/core/search-index/typing-errors.ts'
import { wordsAsked, wordsIn } from '#server/core/search-index/words.ts'
import { sortKey } from '#server/core/sort-key.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { publicUsers } from '#server/features/users/user-rows.queries.ts'
import {
  countTeachers,
  listTeacherNames,
  listTeachers,
  listTeachersPerhapsCalled,
  publicPlaylistsOf,
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
 * Teachers whose name has every word or a word beginning so, by name; without words all of them. When there is none,
 * those whose name differs by one typing error in a word of five letters or more (api.md, `teacherSearch`).
 */
export async function searchTeachers(
  db: Db,
  viewer: Viewer | undefined,
  { q = '', limit = LIST_LIMIT_DEFAULT, cursor }: z.output<typeof TeacherSearchQuery>,
): Promise<FoundTeachers> {
  const afterId = cursor === undefined ? undefined : String(decodeCursor(BY_NAME, cursor)[0])
  const page = { limit, afterId }
  const { rows, total } = q === '' ? await allTeachers(db, page) : await teachersCalled(db, q, page)
  const found = pageOf(rows, limit, ({ id }) => encodeCursor(BY_NAME, [id]))
  const ids = found.rows.map(({ id }) => id)
  const teachers = await publicUsers(db, viewer, ids)
  const playlists = await publicPlaylistsOf(db, ids)
  const data = teachers.map((teacher) => ({ teacher, playlists: playlists.get(teacher._id) ?? [] }))
  return { data, total, nextCursor: found.nextCursor }
}

interface PageAsked {
  limit: number
  afterId: string | undefined
}

async function allTeachers(db: Db, page: PageAsked): Promise<TeacherList> {
  const rows = await listTeachers(db, page)
  if (!rows) throw invalid('cursor', 'Invalid cursor.')
  return { rows, total: await countTeachers(db) }
}

async function teachersCalled(db: Db, q: string, { limit, afterId }: PageAsked): Promise<TeacherList> {
  // The kept key has lost all marks, so what is looked for in it loses them too.
  const words = wordsAsked(sortKey(q))
  const found = words.length === 0 ? [] : await named(db, words)
  const start = afterId === undefined ? 0 : found.findIndex(({ id }) => id === afterId) + 1
  if (afterId !== undefined && start === 0) throw invalid('cursor', 'Invalid cursor.')
  return { rows: found.slice(start, start + limit + 1), total: found.length }
}

async function named(db: Db, words: string[]): Promise<TeacherName[]> {
  const perhaps = await listTeachersPerhapsCalled(db, words)
  const found = perhaps.filter(({ username_key }) => has(wordsIn(username_key), words, beginsWith))
  if (found.length > 0 || !words.some((word) => [...word].length >= 4)) return found
  const everybody = await listTeacherNames(db)
  return everybody.filter(({ username_key }) => has(wordsIn(username_key), words, resembles))
}

type Likeness = (word: string, asked: string) => boolean

function has(words: string[], asked: string[], isLike: Likeness): boolean {
  return asked.every((each) => words.some((word) => isLike(word, each)))
}

function beginsWith(word: string, asked: string): boolean {
  return word.startsWith(asked)
}

function resembles(word: string, asked: string): boolean {
  return word.startsWith(asked) || (forgives(word) && withinOneError(word, asked))
}
