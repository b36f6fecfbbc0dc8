import type { Db } from '#server/data/database.ts'

/** What a copy has in common with this playlist of the teacher; `undefined` if there is none. */
export function playlistToCopy(trx: Db, { id, teacherId }: { id: string; teacherId: string }) {
  return trx
    .selectFrom('playlists')
    .select(['teacher_id', 'category_id', 'title', 'description', 'image', 'language', 'level', 'promise'])
    .select('visibility')
    .where('id', '=', id)
    .where('teacher_id', '=', teacherId)
    .where('trash_id', 'is', null)
    .executeTakeFirst()
}

/** The courses of a playlist with what their copies have in common with them, in teaching order. */
export function coursesToCopy(trx: Db, playlistId: string) {
  return trx
    .selectFrom('courses')
    .select(['id', 'section_id', 'position', 'title', 'title_key', 'description', 'image'])
    .select(['source', 'source_key', 'video_id', 'start_s', 'duration_s', 'chapters', 'corrections'])
    .where('playlist_id', '=', playlistId)
    .where('trash_id', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}
