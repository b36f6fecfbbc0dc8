import type { Db } from '#server/data/database.ts'
import {
  correctedPlaylists,
  correctionEntryFaults,
  deleteAllCorrections,
  deleteCorrections,
  enterCorrections,
  foundCorrections,
  shownCorrections,
} from './corrections.queries.ts'

const PLAYLISTS_AT_ONCE = 200

/** Brings what the search finds of the corrections in these playlists up to date. They are few, so no job is needed. */
export async function reindexCorrections(trx: Db, playlistIds: string[]): Promise<void> {
  const { expected, stale } = await staleCorrections(trx, playlistIds)
  if (stale.length === 0) return
  await deleteCorrections(trx, stale)
  await enterCorrections(
    trx,
    stale.flatMap((courseId) => expected.get(courseId) ?? []),
  )
}

/** Indexes all corrections anew; call it in a transaction. */
export async function rebuildCorrections(trx: Db): Promise<void> {
  await deleteAllCorrections(trx)
  for (const ids of await chunksOfPlaylists(trx)) await reindexCorrections(trx, ids)
}

/** The number of courses whose corrections are not found as they should be, and of strange entries. */
export async function correctionFaults(db: Db): Promise<number> {
  let faults = await correctionEntryFaults(db)
  for (const ids of await chunksOfPlaylists(db)) faults += (await staleCorrections(db, ids)).stale.length
  return faults
}

async function chunksOfPlaylists(db: Db): Promise<string[][]> {
  const ids = await correctedPlaylists(db)
  const count = Math.ceil(ids.length / PLAYLISTS_AT_ONCE)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * PLAYLISTS_AT_ONCE, (index + 1) * PLAYLISTS_AT_ONCE),
  )
}

/** What should be found of each course, and the courses of which something else is found. */
async function staleCorrections(db: Db, playlistIds: string[]) {
  const expected = Map.groupBy(await shownCorrections(db, playlistIds), ({ course_id }) => course_id)
  const found = Map.groupBy(await foundCorrections(db, playlistIds), ({ course_id }) => course_id)
  const textOf = (passages: Awaited<ReturnType<typeof shownCorrections>> = []) =>
    passages
      .map(({ playlist_id, audience, at_s, text }) => `${playlist_id} ${audience ?? 'all'} ${at_s} ${text}`)
      .join('\n')
  const courseIds = new Set([...expected.keys(), ...found.keys()])
  const stale = [...courseIds].filter((id) => textOf(expected.get(id)) !== textOf(found.get(id))).toSorted()
  return { expected, stale }
}
