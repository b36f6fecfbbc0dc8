import type { Course } from '#contract/catalog/courses.ts'
import type { Video } from '#contract/video/video.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import type { NewDraft } from '#contract/video-links/video-links.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { coursesOf } from '#server/features/catalog/courses/course-rows.queries.ts'
import { insertDrafts } from '#server/features/catalog/courses/new-drafts.ts'
import { drawCover } from '#server/features/media/cover-art.ts'
import type { Images } from '#server/features/media/media.ts'
import { attachVideo, awaitPoster } from '#server/features/video/attach.ts'
import { checkOwnVideo } from '#server/features/video/playable.ts'
import { categoryOf, findDetails } from './details.queries.ts'

/** Adds the videos to the teacher's own playlist as drafts, in this order, all or none. */
export async function addDrafts(
  { db, images }: { db: Db; images: Images },
  teacher: Viewer,
  { playlistId, items }: { playlistId: string; items: NewDraft[] },
): Promise<Course[]> {
  const videos = items.map(({ source, key, hash, startsAt, ...item }) => ({
    ...item,
    video: {
      source,
      key,
      ...(hash !== undefined && { hash }),
      ...(startsAt !== undefined && { startsAt }),
    },
  }))
  const details = await findDetails(
    db,
    videos.map(({ video }) => video),
  )
  const known = videos.map(({ image: takesPicture, ...item }) => {
    const { image, duration_s } = details.get(videoKeyOf(item.video)) ?? { image: null, duration_s: null }
    return { ...item, picture: takesPicture ? image : null, durationSeconds: duration_s, takesPicture }
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
  const ids = await transaction(db, async (trx) => {
    const ready = await withOwnVideos(trx, teacher, drafts)
    return insertDrafts(trx, teacher, { playlistId, drafts: ready })
  }).catch(async (error: unknown) => {
    await images.release([...new Set(covers)])
    throw error
  })
  return coursesOf(db, teacher, ids)
}

interface Draft {
  video: Video
  durationSeconds: number | null
  image: string
  takesPicture: boolean | undefined
}

/** Checks that uploaded videos are the teacher's own; they bring their length and, when it is there, their poster. */
async function withOwnVideos<Each extends Draft>(trx: Db, teacher: Viewer, drafts: Each[]): Promise<Each[]> {
  const checked: Each[] = []
  for (const draft of drafts) {
    const { video, image, takesPicture } = draft
    const seconds = await checkOwnVideo(trx, teacher.id, video)
    if (video.source === 'upload' && takesPicture)
      await awaitPoster(trx, { videoId: video.key, cover: image })
    await attachVideo(trx, video)
    checked.push({ ...draft, durationSeconds: seconds ?? draft.durationSeconds })
  }
  return checked
}

const VARIATIONS = 9

interface CoverOrder {
  playlistId: string
  category: string
  ownerId: string
  count: number
}

/** Names of generated covers, one for each video. There are nine for a playlist, so that 200 videos need no 200 drawings. */
async function generatedCovers(
  images: Images,
  { playlistId, category, ownerId, count }: CoverOrder,
): Promise<string[]> {
  const names: string[] = []
  for (let each = 0; each < Math.min(count, VARIATIONS); each += 1) {
    const svg = drawCover(`${playlistId}-${each}`, category)
    names.push(await images.saveDrawing(svg, { kind: 'cover', ownerId }))
  }
  return Array.from({ length: count }, (_, index) => names[index % VARIATIONS] ?? '')
}
