import type { Course } from '#contract/courses.ts'
import { videoKeyOf } from '#contract/video-key.ts'
import type { NewDraft } from '#contract/video-links.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { coursesOf } from '#server/features/courses/course-rows.queries.ts'
import { insertDrafts } from '#server/features/courses/new-drafts.ts'
import type { Images } from '#server/features/media/media.ts'
import { generatedCovers } from './covers.ts'
import { findDetails } from './details.queries.ts'
import { categoryOf } from './video-links.queries.ts'

/** Adds the videos to the teacher's own playlist as drafts, in this order, all or none. */
export async function addDrafts(
  { db, images }: { db: Db; images: Images },
  teacher: Viewer,
  { playlistId, items }: { playlistId: string; items: NewDraft[] },
): Promise<Course[]> {
  const videos = items.map(({ source, key, hash, ...item }) => ({
    ...item,
    video: { source, key, ...(hash !== undefined && { hash }) },
  }))
  const details = await findDetails(
    db,
    videos.map(({ video }) => video),
  )
  const known = videos.map(({ image: takesPicture, ...item }) => {
    const { image, duration_s } = details.get(videoKeyOf(item.video)) ?? { image: null, duration_s: null }
    return { ...item, picture: takesPicture ? image : null, durationSeconds: duration_s }
  })
  const covers = await generatedCovers(images, {
    playlistId,
    category: await categoryOf(db, playlistId),
    ownerId: teacher.id,
    count: known.filter(({ picture }) => picture === null).length,
  })
  const unused = covers.values()
  const drafts = known.map(({ picture, description, ...item }) => ({
    ...item,
    description: description ?? item.title,
    image: picture ?? unused.next().value ?? '',
  }))
  const ids = await transaction(db, (trx) => insertDrafts(trx, teacher, { playlistId, drafts })).catch(
    async (error: unknown) => {
      await images.release([...new Set(covers)])
      throw error
    },
  )
  return coursesOf(db, teacher, ids)
}
