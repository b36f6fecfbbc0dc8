import type { Course } from '#contract/courses.ts'
import type { NewDraft } from '#contract/video-links.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { coursesOf } from '#server/features/courses/course-rows.queries.ts'
import { insertDrafts } from '#server/features/courses/new-drafts.ts'
import type { Images } from '#server/features/media/media.ts'
import { generatedCovers } from './covers.ts'
import { categoryOf } from './video-links.queries.ts'

/** Adds the videos to the teacher's own playlist as drafts, in this order, all or none. */
export async function addDrafts(
  { db, images }: { db: Db; images: Images },
  teacher: Viewer,
  { playlistId, items }: { playlistId: string; items: NewDraft[] },
): Promise<Course[]> {
  const category = await categoryOf(db, playlistId)
  const covers = await generatedCovers(images, {
    playlistId,
    category,
    ownerId: teacher.id,
    count: items.length,
  })
  const drafts = items.map(({ source, key, hash, title, description, sectionId }, index) => ({
    video: { source, key, ...(hash !== undefined && { hash }) },
    title,
    description: description ?? title,
    sectionId,
    image: covers[index] ?? '',
  }))
  const ids = await transaction(db, (trx) => insertDrafts(trx, teacher, { playlistId, drafts })).catch(
    async (error: unknown) => {
      await images.release([...new Set(covers)])
      throw error
    },
  )
  return coursesOf(db, teacher, ids)
}
