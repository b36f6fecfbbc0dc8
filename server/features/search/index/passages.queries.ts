import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isPostgres, valuesTable } from '#server/data/dialect.ts'
import { lockToChange } from '#server/data/locks.ts'
import { enterEntries } from './full-text.queries.ts'

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

/** The playlist in which captions should be found: null while their course is hidden. */
const searchedIn = sql<
  string | null
>`case when courses.status = 'approved' and playlists.status = 'approved' then playlists.id end`

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

/** The captions, locked until the transaction ends, with the playlist in which they should be found. */
export async function findSearchable(trx: Db, id: string) {
  await lockToChange(trx, 'captions', { id })
  return withCourses(trx)
    .select(['captions.course_id', 'captions.vtt', 'captions.searched_in', searchedIn.as('playlist_id')])
    .where('captions.id', '=', id)
    .executeTakeFirst()
}

export async function markSearched(trx: Db, id: string, playlistId: string | null): Promise<void> {
  await trx.updateTable('captions').set({ searched_in: playlistId }).where('id', '=', id).execute()
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
  playlist_id: string | null
  passages: NewPassage[]
}

/** Inserts the passages of captions and enters them into the full-text index. */
export async function enterPassages(
  trx: Db,
  { captionsId, course_id, playlist_id, passages }: EnteredPassages,
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
  const lexemes = passages.map(({ words }) =>
    [...new Set(words)]
      .map(passageLexeme)
      .concat(playlistLexeme(playlist_id ?? ''))
      .join(' '),
  )
  await enterEntries(
    trx,
    'search_passages',
    rows.map(({ id, position }) => ({ seq: id, lexemes: lexemes[position] ?? '' })),
  )
}

/** At the end of a rebuild. */
export async function mergePassages(trx: Db): Promise<void> {
  if (!isPostgres(trx))
    await sql`insert into search_passages (search_passages) values ('optimize')`.execute(trx)
}

/** Captions that are not found as they should be, although no job is waiting, and passages without an entry or entries without a passage. */
export async function passageFaults(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from captions
        join courses on courses.id = captions.course_id join playlists on playlists.id = courses.playlist_id
        where captions.searched_in is distinct from ${searchedIn}
          and not exists (select 1 from jobs where kind = 'passages' and state <> 'dead'))
      + (select count(*) from captions where searched_in is null
          and exists (select 1 from passages where captions_id = captions.id))
      + (select count(*) from (select id from passages except select rowid from search_passages
          union all select * from (select rowid from search_passages except select id from passages) as strange) as wrong)
      as n`.execute(db)
  return Number(rows[0]?.n ?? 0)
}
