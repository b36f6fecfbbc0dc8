import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'
import { storedCorrections } from '#server/features/catalog/courses/detail-columns.ts'
import { isShown, searchAudience } from '#server/features/catalog/playlists/search-audience.queries.ts'
import { enterEntries } from './full-text.queries.ts'
import { audienceLexemes, indexFor, SEARCH_INDEXES } from './indexes.ts'
import { passageLexeme, playlistLexeme } from './passages.queries.ts'
import { wordsIn } from './words.ts'

/** A correction as the search finds it. */
interface CorrectionPassage {
  course_id: string
  playlist_id: string
  audience: string | null
  at_s: number
  text: string
}

/** The corrections of the approved courses of these playlists: what the search should find. */
export async function shownCorrections(db: Db, playlistIds: string[]): Promise<CorrectionPassage[]> {
  const rows = await db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select(['courses.id', 'courses.playlist_id', 'courses.corrections', searchAudience.as('audience')])
    .where('courses.playlist_id', 'in', playlistIds)
    .where('courses.corrections', 'is not', null)
    .where('courses.status', '=', 'approved')
    .where(isShown)
    .execute()
  return rows.flatMap(({ id: course_id, playlist_id, audience, corrections }) =>
    storedCorrections(corrections).map(({ at, text }) => ({
      course_id,
      playlist_id,
      audience,
      at_s: at,
      text,
    })),
  )
}

/** The corrections that the search finds in courses that are in these playlists now, in their order. */
export async function foundCorrections(db: Db, playlistIds: string[]): Promise<CorrectionPassage[]> {
  const rows = await db
    .selectFrom('courses')
    .innerJoin('correction_passages', 'correction_passages.course_id', 'courses.id')
    .select(['correction_passages.id', 'correction_passages.course_id', 'correction_passages.playlist_id'])
    .select(['correction_passages.audience', 'correction_passages.at_s', 'correction_passages.text'])
    .where('courses.playlist_id', 'in', playlistIds)
    .execute()
  // They are few, and PostgreSQL would read the table in the order of its ids instead.
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Their entries in the full-text index go with them. */
export async function deleteCorrections(trx: Db, courseIds: string[]): Promise<void> {
  await trx.deleteFrom('correction_passages').where('course_id', 'in', courseIds).execute()
}

export async function deleteAllCorrections(trx: Db): Promise<void> {
  await trx.deleteFrom('correction_passages').execute()
}

/** The playlists with corrections, or with entries of some. */
export async function correctedPlaylists(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('courses')
    .select('playlist_id')
    .where('corrections', 'is not', null)
    .union(
      db
        .selectFrom('correction_passages')
        .innerJoin('courses', 'courses.id', 'correction_passages.course_id')
        .select('courses.playlist_id'),
    )
    .execute()
  return rows.map(({ playlist_id }) => playlist_id).toSorted()
}

export async function enterCorrections(trx: Db, passages: readonly CorrectionPassage[]): Promise<void> {
  if (passages.length === 0) return
  const made = valuesTable(trx, 'made', {
    position: passages.map((_, position) => String(position)),
    course_id: passages.map(({ course_id }) => course_id),
    playlist_id: passages.map(({ playlist_id }) => playlist_id),
    audience: passages.map(({ audience }) => audience),
    at_s: passages.map(({ at_s }) => String(at_s)),
    words: passages.map(({ text }) => ` ${wordsIn(text).join(' ')} `),
    text: passages.map(({ text }) => text),
  })
  const { rows } = await sql<{ id: number; playlist_id: string; audience: string | null; words: string }>`
    insert into correction_passages (course_id, playlist_id, audience, at_s, words, text)
    select course_id, playlist_id, audience, cast(at_s as integer), words, text from ${made} where true
    order by cast(position as integer)
    returning id, playlist_id, audience, words`.execute(trx)
  for (const index of SEARCH_INDEXES) {
    const its = rows.filter(({ audience }) => indexFor(audience) === index)
    const entries = its.map(({ id, playlist_id, audience, words }) => {
      const ofPlaylist = [playlistLexeme(playlist_id), ...audienceLexemes(audience)]
      return { seq: id, lexemes: lexemesOf(words).concat(ofPlaylist).join(' ') }
    })
    await enterEntries(trx, index.corrections, entries)
  }
}

const lexemesOf = (words: string) =>
  [...new Set(words.split(' ').filter(Boolean))].map((word) => passageLexeme(word))

/** Each correction, and each entry, with whether everyone finds it. */
const CORRECTIONS = sql`select id, audience is null from correction_passages`
const ENTRIES = sql`select * from (select rowid, ${sql.lit(true)} from search_corrections
  union all select rowid, ${sql.lit(false)} from restricted_corrections) as entries`

/** Corrections without an entry in their full-text index, and entries without a correction. */
export async function correctionEntryFaults(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (${CORRECTIONS} except ${ENTRIES}
      union all select * from (${ENTRIES} except ${CORRECTIONS}) as strange) as wrong`.execute(db)
  return Number(rows[0]?.n ?? 0)
}
