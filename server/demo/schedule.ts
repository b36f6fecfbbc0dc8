import type { Db } from '#server/data/database.ts'
import { courseIdsInside } from '#server/features/catalog/trash/trash.queries.ts'
import { findItem, type Item } from '#server/features/catalog/versions/items.queries.ts'
import { currentRevision, decideItem } from '#server/features/catalog/versions/revisions.ts'
import { setPublishAt } from '#server/features/catalog/versions/schedule.ts'
import type { InsertedPlaylist } from './playlists.ts'

const TITLE = 'Four Talks for Monday Morning'

/** Approves a playlist with its courses that goes public next Monday. */
export async function scheduleForMonday(
  trx: Db,
  { playlists, adminId }: { playlists: InsertedPlaylist[]; adminId: string },
): Promise<void> {
  const id = playlists.find(({ title }) => title === TITLE)?.id
  if (id === undefined) return
  await change(trx, 'playlist', id, (item) => setPublishAt(trx, item, nextMonday()))
  const approve = async (item: Item) =>
    decideItem(trx, { item, revision: await currentRevision(trx, item) }, { to: 'approved', adminId })
  await change(trx, 'playlist', id, approve)
  for (const courseId of await courseIdsInside(trx, id)) await change(trx, 'course', courseId, approve)
}

// biome-ignore lint/complexity/useMaxParams: reads like a sentence
async function change(
  trx: Db,
  kind: Item['kind'],
  id: string,
  write: (item: Item) => Promise<void>,
): Promise<void> {
  const item = await findItem(trx, kind, id)
  if (item) await write(item)
}

const MONDAY = 1
const WEEK_DAYS = 7

/** At nine in the morning, in the zone of the server. */
function nextMonday(): string {
  const day = new Date()
  day.setDate(day.getDate() + ((MONDAY - day.getDay() + WEEK_DAYS - 1) % WEEK_DAYS) + 1)
  day.setHours(9, 0, 0, 0)
  return day.toISOString()
}
