import type { Video } from '#contract/video/video.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import type { Db } from '#server/data/database.ts'
import { excluded } from '#server/data/prepared.ts'
import type { CourseRow } from '#server/data/schema.ts'
import type { VideoDetailsRow } from '#server/data/video-rows.ts'
import { type ImageColumns, imageRef } from '#server/features/media/image-ref.ts'
import { videoIdOf } from './checks/findings.ts'

export interface VideoDetails extends Pick<VideoDetailsRow, 'finding' | 'title' | 'duration_s'> {
  /** The name of the stored picture. */
  image: string | null
  thumbnail: ReturnType<typeof imageRef> | undefined
}

/** The stored details of these videos, by `videoKeyOf`. */
export async function findDetails(db: Db, videos: Video[]): Promise<Map<string, VideoDetails>> {
  if (videos.length === 0) return new Map()
  const names = new Map(videos.map((video) => [rowKey(videoIdOf(video)), videoKeyOf(video)]))
  const rows = await db
    .selectFrom('video_details')
    .leftJoin('images', 'images.name', 'video_details.image')
    .select([
      'video_details.source',
      'video_details.source_key',
      'video_details.finding',
      'video_details.title',
      'video_details.duration_s',
      'images.name',
      'images.width',
      'images.height',
      'images.widths',
      'images.placeholder',
    ])
    .where(
      'video_details.source_key',
      'in',
      videos.map((video) => videoIdOf(video).source_key),
    )
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const key = names.get(rowKey(row))
      const { finding, title, duration_s, name } = row
      return key === undefined
        ? []
        : [[key, { finding, title, duration_s, image: name, thumbnail: thumbnailOf(row) }] as const]
    }),
  )
}

function rowKey({ source, source_key }: Pick<VideoDetailsRow, 'source' | 'source_key'>): string {
  return `${source} ${source_key}`
}

function thumbnailOf({
  name,
  width,
  height,
  widths,
  placeholder,
}: { [Key in keyof ImageColumns]: ImageColumns[Key] | null }) {
  if (name === null || width === null || height === null || widths === null) return
  return imageRef({ name, width, height, widths, placeholder: placeholder ?? '' })
}

export async function writeDetails(trx: Db, row: VideoDetailsRow): Promise<void> {
  await trx
    .insertInto('video_details')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['source', 'source_key'])
        .doUpdateSet(excluded(['finding', 'title', 'image', 'duration_s', 'found_at'])),
    )
    .execute()
}

/** Deletes the details that were found before; gives the names of their pictures. */
export async function deleteDetails(db: Db, before: string): Promise<string[]> {
  const gone = await db
    .deleteFrom('video_details')
    .where('found_at', '<', before)
    .returning('image')
    .execute()
  return gone.flatMap(({ image }) => image ?? [])
}

/** The videos of all courses of a playlist. */
export function videosInside(
  db: Db,
  playlistId: string,
): Promise<Pick<CourseRow, 'source' | 'source_key' | 'video_id'>[]> {
  return db
    .selectFrom('courses')
    .select(['source', 'source_key', 'video_id'])
    .where('playlist_id', '=', playlistId)
    .where('trash_id', 'is', null)
    .execute()
}

/** The title of the category of a playlist, which decides how its covers look. */
export async function categoryOf(db: Db, playlistId: string): Promise<string> {
  const row = await db
    .selectFrom('playlists')
    .innerJoin('categories', 'categories.id', 'playlists.category_id')
    .select('categories.title')
    .where('playlists.id', '=', playlistId)
    .executeTakeFirst()
  return row?.title ?? ''
}
