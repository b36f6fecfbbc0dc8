import { newId } from './data/ids.ts'
import { purgeOverdue } from './features/catalog/trash/purge.ts'
import { addMissingRevisions } from './features/catalog/versions/first-revisions.queries.ts'
import { markAllAnnounced } from './features/catalog/versions/new-public.queries.ts'
import { reindexPlaylist } from './features/search/index/search-index.ts'
import { openTestApp, type TestApp, type TestUser } from './test-app.ts'
import { saveOf } from './test-progress.ts'
import { insertCourse, insertPlaylist } from './test-publications.ts'

/** A site with two public playlists, and with likes, comments, saves, follows, notes and progress in the first. */
export async function openTrashSite() {
  const testApp = await openTestApp()
  const [ada, bea, sam, root] = await people(testApp)
  const playlistId = await insertPlaylist(testApp, { teacher: ada, title: 'Closures in depth' })
  const first = await insertCourse(testApp, { playlistId, title: 'First steps' })
  const second = await insertCourse(testApp, { playlistId, title: 'Second steps' })
  const draft = await insertCourse(testApp, { playlistId, title: 'A draft', status: 'pending' })
  const other = await insertPlaylist(testApp, { teacher: bea, title: 'Closures for beginners' })
  await insertCourse(testApp, { playlistId: other })
  await addMissingRevisions(testApp.db)
  await markAllAnnounced(testApp.db)
  for (const id of [playlistId, other]) await reindexPlaylist(testApp.db, id)
  await fill(sam, { playlistId, first, teacherId: ada.id })
  return { testApp, ada, bea, sam, root, playlistId, first, second, draft, other }
}

async function people(testApp: TestApp): Promise<[TestUser, TestUser, TestUser, TestUser]> {
  const ada = await testApp.user('Ada', 'Teacher')
  const bea = await testApp.user('Bea', 'Teacher')
  const sam = await testApp.user('Sam')
  const root = await testApp.user('Root', 'Student', { isAdmin: true })
  return [ada, bea, sam, root]
}

interface Filling {
  playlistId: string
  first: string
  teacherId: string
}

async function fill({ request }: TestUser, { playlistId, first, teacherId }: Filling): Promise<void> {
  await request('POST', `/api/courses/${first}/like`, {})
  await request('POST', '/api/comments', { courseId: first, text: 'What is a closure?', isQuestion: true })
  await request('POST', `/api/users/savePlaylist/${playlistId}`)
  await request('PUT', `/api/follows/playlists/${playlistId}`)
  await request('PUT', `/api/follows/teachers/${teacherId}`)
  await request('POST', '/api/notes', { courseId: first, at: 3, text: 'Remember this.' })
  await request('PUT', `/api/progress/${first}`, saveOf([[0, 5]]))
  await request('PUT', `/api/progress/${first}/done`, { done: true })
}

export type TrashSite = Awaited<ReturnType<typeof openTrashSite>>

export const removePlaylist = ({ playlistId, ada }: TrashSite, by: TestUser) =>
  by.request('DELETE', `/api/playlists/${playlistId}/${ada.id}`)

export const restore = (by: TestUser, id: string, body = {}) =>
  by.request('POST', `/api/teaching/trash/${id}/restore`, body)

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
