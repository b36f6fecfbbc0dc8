import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, transaction } from '#server/data/database.ts'
import { migrate } from '#server/data/migrate.ts'
import type { Schema } from '#server/data/schema.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { sqliteDialect } from '#server/data/sqlite.ts'
import { openSqlite } from '#server/data/sqlite-file.ts'
import { readContent } from '#server/demo/content.ts'
import { rebuildSearchIndex } from '#server/features/search/index/rebuild.queries.ts'
import { searchFaults } from '#server/features/search/index/search-index-check.queries.ts'
import { openTestDatabase } from '#server/test-database.ts'
import { searchPlaylists } from './search.ts'
import { searchTeachers } from './teacher-search.ts'

const AT = '2026-01-01T00:00:00.000Z'
const IMAGE = {
  name: 'a'.repeat(40),
  owner_id: null,
  width: 640,
  height: 360,
  widths: '[640]',
  bytes: 1,
  placeholder: '',
  created_at: AT,
}

interface Written {
  title: string
  teacher: string
  description: string
  courses: string[]
}

function idOf(kind: number, n: number): string {
  return `${kind}${n.toString(16).padStart(23, '0')}`
}

/** The same playlists, of teachers by name, in either engine. */
async function publish(db: Database, playlists: Written[]): Promise<void> {
  const names = [...new Set(playlists.map(({ teacher }) => teacher))]
  await db.insertInto('images').values(IMAGE).execute()
  const { id: category_id } = await db
    .selectFrom('categories')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const times = { created_at: AT, updated_at: AT }
  const shared = { category_id, image: IMAGE.name, status: 'approved' as const, ...times }
  for (const [n, username] of names.entries()) {
    const email = `${n}@example.org`
    const person = { id: idOf(1, n), username, username_key: sortKey(username), email, email_key: email }
    const rest = {
      password_hash: '',
      role: 'Teacher' as const,
      profession: null,
      photo: IMAGE.name,
      ...times,
    }
    await db
      .insertInto('users')
      .values({ ...person, ...rest })
      .execute()
  }
  for (const [n, { title, teacher, description, courses }] of playlists.entries()) {
    const playlist_id = idOf(2, n)
    const own = { id: playlist_id, teacher_id: idOf(1, names.indexOf(teacher)), saves_count: n % 5 }
    await db
      .insertInto('playlists')
      .values({ ...shared, ...own, title, title_key: sortKey(title), description })
      .execute()
    for (const [at, name] of courses.entries()) {
      const course = {
        id: idOf(3, n * 100 + at),
        playlist_id,
        title: name,
        title_key: sortKey(name),
        video_id: '',
      }
      const rest = { description: '', image: IMAGE.name, status: 'approved' as const, ...times }
      await db
        .insertInto('courses')
        .values({ ...course, ...rest })
        .execute()
    }
  }
  await transaction(db, (trx) => rebuildSearchIndex(trx))
  expect(await searchFaults(db)).toBe(0)
}

async function bothEngines(playlists: Written[]): Promise<[Database, Database]> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-search-'))
  const sqlite = new Kysely<Schema>({ dialect: sqliteDialect(openSqlite(':memory:')) })
  await migrate(sqlite)
  const postgres = await openTestDatabase(folder, false)
  onTestFinished(async () => {
    await sqlite.destroy()
    await postgres.destroy()
    await rm(folder, { recursive: true })
  })
  await publish(sqlite, playlists)
  await publish(postgres, playlists)
  return [sqlite, postgres]
}

/** Everything that a search says, two pages deep. */
async function answer(db: Database, q: string): Promise<unknown> {
  const pages: unknown[] = []
  let cursor: string | undefined
  for (let page = 0; page < 2; page += 1) {
    const { data, total, nextCursor } = await searchPlaylists(db, undefined, { q, limit: 7, cursor })
    pages.push([data.map(({ _id }) => _id), total])
    if (nextCursor === null) break
    cursor = nextCursor
  }
  const teachers = await searchTeachers(db, undefined, { q, limit: 20 })
  return { q, pages, teachers: teachers.data.map(({ teacher }) => teacher._id), total: teachers.total }
}

async function compare([one, other]: [Database, Database], questions: string[]): Promise<number> {
  let found = 0
  for (const q of questions) {
    const first = await answer(one, q)
    expect(await answer(other, q)).toEqual(first)
    if (JSON.stringify(first).includes('"20000')) found += 1
  }
  return found
}

/** Each word of a text whole, begun, and with one letter wrong, missing or doubled. */
function questionsFrom(texts: string[]): string[] {
  const words = [...new Set(texts.flatMap((text) => text.split(/\s+/)))].filter(Boolean)
  return words.flatMap((word) => {
    const letters = [...word]
    const middle = Math.floor(letters.length / 2)
    return [
      word,
      letters.slice(0, 2).join(''),
      letters.slice(0, 4).join(''),
      letters.toSpliced(middle, 1).join(''),
      letters.toSpliced(middle, 1, 'q').join(''),
      letters.toSpliced(middle, 0, letters[middle] ?? '').join(''),
      `${word} ${words[(words.indexOf(word) + 3) % words.length]}`,
    ].filter((question) => question.length > 0)
  })
}

test('the demo is found alike, in the same order, by both engines', async () => {
  const demo = readContent({ hasFfmpeg: false }).playlists.map(({ title, description, courses }, n) => ({
    title,
    teacher: `Teacher ${n % 5}`,
    description,
    courses: courses.map((course) => course.title),
  }))
  const both = await bothEngines(demo)
  const questions = questionsFrom(demo.map(({ title }) => title)).filter((_, n) => n % 2 === 0)
  expect(await compare(both, questions)).toBeGreaterThan(questions.length / 2)
})

const SCRIPTS = [
  [
    'watercolour',
    'gouache',
    'perspective',
    'shading',
    'c',
    'crème',
    'brûlée',
    'straße',
    'łódź',
    '2026',
    'vue3',
  ],
  ['живопись', 'ёлка', 'рисунок', 'світло'],
  ['高等数学', '入门', '数学分析', 'がんばる', 'カメラ', '한국어', '배우기'],
  ['العربيّة', 'كتاب', 'שָׁלוֹם', 'हिन्दी', 'ภาษาไทย', 'ελληνικά'],
]

test('texts of many scripts, rightly and wrongly spelt, are found alike by both', async () => {
  const word = fc.oneof(...SCRIPTS.map((words) => fc.constantFrom(...words)))
  const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
  const playlist = fc.record({
    title: text,
    teacher: text,
    description: text,
    courses: fc.array(text, { maxLength: 3 }),
  })
  const playlists = fc.sample(playlist, { numRuns: 60, seed: 20_260_101 })
  const both = await bothEngines(playlists)
  const questions = questionsFrom(SCRIPTS.flat()).filter((_, n) => n % 2 === 0)
  expect(await compare(both, questions)).toBeGreaterThan(questions.length / 2)
})
