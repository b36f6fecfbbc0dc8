import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readVtt } from '#contract/captions-file.ts'
import { migrate, migrateTo } from './migrate.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'
import { openSqlite } from './sqlite-file.ts'

const OLDER = 'WEBVTT\n\nNOTE a --> b\n\n00:01.000 --> 00:02.000 align:start\n<i>a</i> List<String> &amp; c\n'
const SAME = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n'

test('captions of an older version get the stored form, and the search reads them again', async () => {
  const sqlite = openSqlite(':memory:')
  sqlite.pragma('foreign_keys = off')
  const db = new Kysely<Schema>({ dialect: sqliteDialect(sqlite) })
  onTestFinished(() => db.destroy())
  await migrateTo(db, '0026-account-history')
  // More than the migration reads at once.
  for (let number = 100; number < 350; number += 1) {
    const vtt = number === 200 ? SAME : OLDER
    await sql`insert into captions (id, course_id, language, label, origin, vtt, cues_count, created_at, searched_in)
      values (${`c${number}`}, 'course', ${`l${number}`}, 'English', 'upload', ${vtt}, 7, '2026', 'playlist')`.execute(
      db,
    )
    await sql`insert into passages (captions_id, course_id, position, start_s, end_s, words, cues)
      values (${`c${number}`}, 'course', 0, 1, 2, ' a ', '[]')`.execute(db)
  }
  await migrate(db)
  const rows = await db.selectFrom('captions').selectAll().orderBy('id').execute()
  const changed = rows.filter(({ id }) => id !== 'c200')
  for (const { vtt, ...row } of changed) {
    expect(readVtt(vtt)).toEqual([{ start: 1, end: 2, text: 'a List<String> & c' }])
    expect(row).toMatchObject({ cues_count: 1, searched_in: null })
  }
  expect(rows.find(({ id }) => id === 'c200')).toMatchObject({ vtt: SAME, searched_in: 'playlist' })
  expect(await db.selectFrom('passages').select('captions_id').execute()).toEqual([{ captions_id: 'c200' }])
  const jobs = await db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'passages')
    .orderBy('payload')
    .execute()
  expect(jobs.map(({ payload }) => JSON.parse(payload).captionsId)).toEqual(changed.map(({ id }) => id))
})
