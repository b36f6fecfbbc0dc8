import { newId } from './data/ids.ts'
import { purgeOverdue } from './features/catalog/trash/purge.ts'
import type { TestApp, TestUser } from './test-app.ts'
import { insertPlaylist } from './test-publications.ts'

/** Puts a playlist of each teacher into the trash; gives the ids there. */
export async function insertTrashedPlaylists(testApp: TestApp, teachers: TestUser[]): Promise<string[]> {
  const ids: string[] = []
  for (const teacher of teachers) ids.push(await insertTrashedPlaylist(testApp, teacher))
  return ids
}

/** Puts a playlist of this teacher into the trash, deleted by the teacher; gives its id there. */
async function insertTrashedPlaylist(testApp: TestApp, teacher: TestUser): Promise<string> {
  const playlistId = await insertPlaylist(testApp, { teacher, title: 'Thrown away', status: 'pending' })
  const id = newId()
  await testApp.db
    .insertInto('trash')
    .values({
      id,
      kind: 'playlist',
      subject_id: playlistId,
      playlist_id: playlistId,
      teacher_id: teacher.id,
      deleted_by: teacher.id,
      deleted_at: '2026-11-01T00:00:00.000Z',
      purge_at: '2126-12-01T00:00:00.000Z',
    })
    .execute()
  await testApp.db
    .updateTable('playlists')
    .set({ trash_id: id, trashed_status: 'pending', status: 'draft' })
    .where('id', '=', playlistId)
    .execute()
  return id
}

const MONTH_MS = 31 * 86_400_000

/** Deletes everything for good that is in the trash, as the job does once its time is over. */
export async function purgeTrash({ db, images }: TestApp): Promise<void> {
  await purgeOverdue({ db, images }, Date.now() + MONTH_MS)
}
