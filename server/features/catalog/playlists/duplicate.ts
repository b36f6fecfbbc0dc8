import { TITLE_MAX } from '#contract/text-fields.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { lockToChange } from '#server/data/locks.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { emit } from '#server/events.ts'
import { groupsOfPlaylists, writeGroups } from '#server/features/catalog/audience/audience.queries.ts'
import { insertCourse } from '#server/features/catalog/courses/courses.queries.ts'
import { outlineChanged, putSections } from '#server/features/catalog/courses/outline.queries.ts'
import { newItem, openFirstRevisions, settle } from '#server/features/catalog/versions/revisions.ts'
import { AppError } from '#server/http/app-error.ts'
import { coursesToCopy, playlistToCopy } from './duplicate.queries.ts'
import { sectionsInside } from './playlist-courses.queries.ts'
import { insertPlaylist } from './playlists.queries.ts'
import { checkQuota } from './playlists.ts'
import { PLAYLIST_NOT_FOUND } from './visibility.ts'

/**
 * Copies the caller's own playlist as drafts: its sections, order, texts, pictures, chapters, corrections and audience, with the same videos. Returns the
 * id of the copy.
 */
export function duplicatePlaylist(db: Db, teacher: Viewer, from: string): Promise<string> {
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: teacher.id })
    const original = await playlistToCopy(trx, { id: from, teacherId: teacher.id })
    if (!original) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
    await checkQuota(trx, teacher.id)
    const item = newItem({ isDraft: true })
    const title = titleOfCopy(original.title)
    await insertPlaylist(trx, { ...original, ...item, title, title_key: sortKey(title) })
    const sections = await copySections(trx, { from, to: item.id })
    const copies = await copyCourses(trx, { from, to: item.id, sections })
    const groups = (await groupsOfPlaylists(trx, [from])).get(from) ?? []
    await writeGroups(
      trx,
      item.id,
      groups.map(({ _id }) => _id),
    )
    await openFirstRevisions(trx, 'playlist', [item.id])
    await openFirstRevisions(trx, 'course', [...copies.values()])
    await emit(trx, 'playlist.duplicated', { copies })
    await outlineChanged(trx, item.id)
    await settle(trx, teacher.id, [item.id])
    return item.id
  })
}

const titleOfCopy = (title: string) => [...`Copy of ${title}`].slice(0, TITLE_MAX).join('').trim()

interface Copying {
  from: string
  to: string
}

/** Returns the ids of the new sections by those of the original ones. */
async function copySections(trx: Db, { from, to }: Copying): Promise<Map<string, string>> {
  const sections = await sectionsInside(trx, { id: from })
  const copies = sections.map(({ _id, title }) => ({ _id, id: newId(), title }))
  await putSections(trx, to, copies)
  return new Map(copies.map(({ _id, id }) => [_id, id]))
}

/** Returns the ids of the new courses by those of the original ones. */
async function copyCourses(
  trx: Db,
  { from, to, sections }: Copying & { sections: Map<string, string> },
): Promise<Map<string, string>> {
  const courses = await coursesToCopy(trx, from)
  const now = Date.now()
  const copies = new Map<string, string>()
  for (const [index, { id, section_id, ...course }] of courses.entries()) {
    // Equal times would leave the order of the ids to chance.
    const item = newItem({ isDraft: true, time: now + index })
    const section = section_id === null ? null : (sections.get(section_id) ?? null)
    await insertCourse(trx, { ...course, ...item, playlist_id: to, section_id: section })
    copies.set(id, item.id)
  }
  return copies
}
