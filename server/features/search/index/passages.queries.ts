import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'
import { lockToChange } from '#server/data/locks.ts'
import { isShown, searchAudience } from '#server/features/catalog/playlists/search-audience.queries.ts'
import { enterEntries } from './full-text.queries.ts'
import { audienceLexemes, indexFor } from './indexes.ts'

/** The letters before a word of a passage and before the id of its playlist, so that they never collide. */
const WORD = 'p'
const PLAYLIST = 'l'

export const passageLexeme = (word: string) => `${WORD}${word}`
export const playlistLexeme = (playlistId: string) => `${PLAYLIST}${playlistId}`

export interface NewPassage {
  /** Seconds. */
  start: number
  end: number
  words: string[]
  /** JSON array of the seconds at which cues start, and their texts. */
  cues: string
}

/**
 * Where captions should be found: their playlist, followed by its audience if it is restricted; null while their course is
 * hidden.
 */
const searchedIn = sql<string | null>`case when courses.status = 'approved' and ${isShown}
  then playlists.id || coalesce(' ' || ${searchAudience}, '') end`

/** Reads what `searchedIn` gives. */
export function placeOf(searched: string): { playlistId: string; audience: string | null } {
  const end = searched.indexOf(' ')
  return end === -1
    ? { playlistId: searched, audience: null }
    : { playlistId: searched.slice(0, end), audience: searched.slice(end + 1) }
}

const withCourses = (db: Db) =>
  db
    .selectFrom('captions')
    .innerJoin('courses', 'courses.id', 'captions.course_id')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')

export async function staleCaptions(db: Db, playlistIds: string[]): Promise<string[]> {
  const rows = await withCourses(db)
    .select('captions.id')
    .where('courses.playlist_id', 'in', playlistIds)
    .where('captions.searched_in', 'is distinct from', searchedIn)
    .execute()
  return rows.map(({ id }) => id).toSorted()
}

/** The captions, locked until the transaction ends, with where they should be found. */
export async function findSearchable(trx: Db, id: string) {
  await lockToChange(trx, 'captions', { id })
  return withCourses(trx)
    .select(['captions.course_id', 'captions.vtt', 'captions.searched_in', searchedIn.as('found_in')])
    .where('captions.id', '=', id)
    .executeTakeFirst()
}

export async function markSearched(trx: Db, id: string, place: string | null): Promise<void> {
  await trx.updateTable('captions').set({ searched_in: place }).where('id', '=', id).execute()
}

/** Their entries in the full-text index go with them. */
export async function deletePassages(trx: Db, captionsId: string): Promise<void> {
  await trx.deleteFrom('passages').where('captions_id', '=', captionsId).execute()
}

export async function captionsAfter(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('captions')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

interface EnteredPassages {
  captionsId: string
  course_id: string
  /** As `searchedIn` gives it. */
  found_in: string
  passages: NewPassage[]
}

/** Inserts the passages of captions and enters them into a full-text index. */
export async function enterPassages(
  trx: Db,
  { captionsId, course_id, found_in, passages }: EnteredPassages,
): Promise<void> {
  if (passages.length === 0) return
  const made = valuesTable(trx, 'made', {
    position: passages.map((_, position) => String(position)),
    start_s: passages.map(({ start }) => String(start)),
    end_s: passages.map(({ end }) => String(end)),
    words: passages.map(({ words }) => ` ${words.join(' ')} `),
    cues: passages.map(({ cues }) => cues),
  })
  const { rows } = await sql<{ id: number; position: number }>`
    insert into passages (captions_id, course_id, position, start_s, end_s, words, cues)
    select ${captionsId}, ${course_id}, cast(position as integer), cast(start_s as integer), cast(end_s as integer),
      words, cues from ${made} where true order by cast(position as integer)
    returning id, position`.execute(trx)
  const { playlistId, audience } = placeOf(found_in)
  const ofAll = [playlistLexeme(playlistId), ...audienceLexemes(audience)]
  const lexemes = passages.map(({ words }) => [...new Set(words)].map(passageLexeme).concat(ofAll).join(' '))
  await enterEntries(
    trx,
    indexFor(audience).passages,
    rows.map(({ id, position }) => ({ seq: id, lexemes: lexemes[position] ?? '' })),
  )
}

/** Each passage, and each entry, with whether everyone finds it. */
const PASSAGES = sql`select passages.id, coalesce(captions.searched_in, '') not like '% %' from passages
  join captions on captions.id = passages.captions_id`
const ENTRIES = sql`select * from (select rowid, ${sql.lit(true)} from search_passages
  union all select rowid, ${sql.lit(false)} from restricted_passages) as entries`

/** Captions that are not found as they should be, although no job is waiting, and passages without an entry or entries without a passage. */
export async function passageFaults(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from captions
        join courses on courses.id = captions.course_id join playlists on playlists.id = courses.playlist_id
        where captions.searched_in is distinct from ${searchedIn}
          and not exists (select 1 from jobs where kind = 'passages' and state <> 'dead'))
      + (select count(*) from captions where searched_in is null
          and exists (select 1 from passages where captions_id = captions.id))
      + (select count(*) from (${PASSAGES} except ${ENTRIES}
          union all select * from (${ENTRIES} except ${PASSAGES}) as strange) as wrong)
      as n`.execute(db)
  return Number(rows[0]?.n ?? 0)
}
