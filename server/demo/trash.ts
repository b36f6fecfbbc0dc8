import { TRASH_DAYS } from '#contract/catalog/trash-messages.ts'
import type { Db } from '#server/data/database.ts'
import { insertTrash, trashCourse } from '#server/features/catalog/trash/trash.queries.ts'
import type { InsertedPlaylist } from './playlists.ts'

const TITLE = 'Three stories'

/** Puts a course into the trash of its teacher; the counts are computed afterwards. */
export async function trashOneCourse(trx: Db, playlists: InsertedPlaylist[]): Promise<void> {
  for (const { id: playlistId, teacherId, courses } of playlists) {
    const course = courses.find(({ title }) => title === TITLE)
    if (!course) continue
    const trashId = await insertTrash(trx, {
      kind: 'course',
      subject_id: course.id,
      playlist_id: playlistId,
      teacher_id: teacherId,
      deleted_by: teacherId,
      days: TRASH_DAYS,
    })
    await trashCourse(trx, course.id, trashId)
  }
}
