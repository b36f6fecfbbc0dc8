import type { Db } from '#server/data/database.ts'
import { videoOfUpload } from '#server/features/video/uploads.queries.ts'

/** The ids of the videos whose files are prepared. */
export async function preparedVideos(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('videos').select('id').where('state', '=', 'ready').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** The ids of the uploads that arrived and are not prepared yet, of one node or of all: their originals are needed. */
export async function originalsOf(db: Db, node?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('uploads.id')
    .where('uploads.state', '=', 'finished')
    .$if(node !== undefined, (query) => query.where('uploads.node', '=', node ?? ''))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('videos')
          .select('videos.id')
          .where('videos.state', 'in', ['queued', 'working'])
          .where('videos.id', '=', videoOfUpload),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}
