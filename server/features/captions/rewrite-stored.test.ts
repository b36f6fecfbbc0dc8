import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { readVtt, writeVtt } from '#contract/captions/captions-file.ts'
import { newId } from '#server/data/ids.ts'
import { migrate } from '#server/data/migrate.ts'
import type { Schema } from '#server/data/schema.ts'
import { sqliteDialect } from '#server/data/sqlite.ts'
import { openSqlite } from '#server/data/sqlite-file.ts'
import { openTestApp } from '#server/test-app.ts'

const OLDER = 'WEBVTT\n\nNOTE a --> b\n\n00:01.000 --> 00:02.000 align:start\n<i>a</i> List<String> &amp; c\n'
const UNREADABLE = 'WEBVTT\n\n00:02.000 --> 00:01.000\nBack\n'
const SAVED_SINCE = writeVtt([{ start: 1, end: 2, text: '{\\an8}<i>word for word</i>' }])

/** A database with the job of version 0.1.0, and more captions of an early version than it reads at once. */
async function openOlderSite() {
  const sqlite = openSqlite(':memory:')
  sqlite.pragma('foreign_keys = off')
  const db = new Kysely<Schema>({ dialect: sqliteDialect(sqlite) })
  await migrate(db)
  for (let number = 100; number < 350; number += 1) {
    const vtt = number === 200 ? UNREADABLE : OLDER
    await sql`insert into captions (id, course_id, language, label, origin, vtt, cues_count, created_at, searched_in)
      values (${`c${number}`}, 'course', ${`l${number}`}, 'English', 'upload', ${vtt}, 7, '2026', 'playlist')`.execute(
      db,
    )
    await sql`insert into passages (captions_id, course_id, position, start_s, end_s, words, cues)
      values (${`c${number}`}, 'course', 0, 1, 2, ' a ', '[]')`.execute(db)
  }
  const job = { kind: 'captions.rewrite', payload: '{"after":""}', run_at: new Date().toISOString() }
  await db
    .insertInto('jobs')
    .values({ id: newId(), ...job })
    .execute()
  return openTestApp({ database: db })
}

test('captions of an older version get the stored form, and the search reads them again', async () => {
  const { db, context } = await openOlderSite()
  await db.updateTable('captions').set({ vtt: SAVED_SINCE }).where('id', '=', 'c300').execute()
  await context.jobs.runDue()
  const rows = await db.selectFrom('captions').selectAll().orderBy('id').execute()
  const vttOf = (captionsId: string) => rows.find(({ id }) => id === captionsId)?.vtt
  expect(vttOf('c200')).toBe(UNREADABLE)
  expect(vttOf('c300')).toBe(SAVED_SINCE)
  for (const { id, vtt, ...row } of rows) {
    if (['c200', 'c300'].includes(id)) continue
    expect(readVtt(vtt), id).toEqual([{ start: 1, end: 2, text: 'a List<String> & c' }])
    expect(row).toMatchObject({ cues_count: 1, searched_in: null })
  }
  const left = await db.selectFrom('passages').select('captions_id').orderBy('captions_id').execute()
  expect(left).toEqual([{ captions_id: 'c200' }, { captions_id: 'c300' }])
  expect(await db.selectFrom('jobs').select('id').where('kind', '=', 'captions.rewrite').execute()).toEqual(
    [],
  )
})
