import { z } from 'zod'
import type { ReviewedContent } from '#contract/review/review.ts'
import { Chapter } from '#contract/video/video.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { RevisionRow } from '#server/data/review-rows.ts'
import type { CourseRow } from '#server/data/schema.ts'
import {
  changedCorrections,
  chaptersColumn,
  correctionsOf,
} from '#server/features/catalog/courses/detail-columns.ts'
import { imageRef } from '#server/features/media/image-ref.ts'
import { type Content, contentOf, type Details } from './content.ts'
import { newestRevision } from './revisions.queries.ts'

interface Subject {
  kind: RevisionRow['subject']
  id: string
}

/** The chapters and corrections, or the titles of the sections, that are online, by the id of the course or playlist. */
export async function onlineDetails(db: Db, subjects: readonly Subject[]): Promise<Map<string, Details>> {
  const idsOf = (kind: Subject['kind']) => subjects.filter((each) => each.kind === kind).map(({ id }) => id)
  const [sections, courses] = await Promise.all([
    sectionsOf(db, idsOf('playlist')),
    coursesAmong(db, idsOf('course')),
  ])
  const titles = Map.groupBy(sections, ({ playlist_id }) => playlist_id)
  const details = new Map(courses.map((course) => [course.id, course]))
  return new Map(
    subjects.map(({ kind, id }) => [
      id,
      kind === 'playlist'
        ? { sections: (titles.get(id) ?? []).map(({ _id, title }) => ({ _id, title })) }
        : courseDetails(details.get(id)),
    ]),
  )
}

async function sectionsOf(db: Db, playlistIds: string[]) {
  if (playlistIds.length === 0) return []
  return db
    .selectFrom('sections')
    .select(['playlist_id', 'id as _id', 'title'])
    .where('playlist_id', 'in', playlistIds)
    .orderBy('id')
    .execute()
}

async function coursesAmong(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  return db.selectFrom('courses').select(['id', 'chapters', 'corrections']).where('id', 'in', ids).execute()
}

function courseDetails(row: Pick<CourseRow, 'chapters' | 'corrections'> | undefined): Details {
  return {
    chapters: z.array(Chapter).parse(JSON.parse(row?.chapters ?? '[]')),
    corrections: correctionsOf({ corrections: row?.corrections ?? null }),
  }
}

/** Puts details online, beside the video that is online. Sections that are deleted by now are left out. */
export async function writeDetails(
  trx: Db,
  { kind, id }: Subject,
  { chapters, corrections, sections = [] }: Details,
): Promise<void> {
  if (kind === 'course') await writeCourseDetails(trx, id, { chapters, corrections })
  for (const { _id, title } of sections) {
    await trx
      .updateTable('sections')
      .set({ title })
      .where('id', '=', _id)
      .where('playlist_id', '=', id)
      .execute()
  }
}

async function writeCourseDetails(trx: Db, id: string, { chapters, corrections }: Details): Promise<void> {
  const [stored] = chapters || corrections ? await coursesAmong(trx, [id]) : []
  if (!stored) return
  const now = new Date().toISOString()
  const column = chapters && chaptersColumn(chapters)
  const columns = {
    ...(column !== undefined && column !== stored.chapters && { chapters: column }),
    ...(corrections && changedCorrections(corrections, stored.corrections, now)),
  }
  if (Object.keys(columns).length === 0) return
  await trx
    .updateTable('courses')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** The titles of the sections as their teacher last wrote them, by id; only those of a version that is not online. */
export async function writtenSections(db: Db, playlistId: string): Promise<NonNullable<Details['sections']>> {
  const newest = await newestRevision(db, playlistId)
  return newest === undefined || newest.state === 'approved' ? [] : (contentOf(newest).sections ?? [])
}

const findImages = prepared((db, params: Params<{ names: string[] }>) =>
  db
    .selectFrom('images')
    .select(['name', 'width', 'height', 'widths', 'placeholder'])
    .where(params.among('name', 'names')),
)

const findCategories = prepared((db, params: Params<{ ids: string[] }>) =>
  db.selectFrom('categories').select(['id', 'title']).where(params.among('id', 'ids')),
)

/** Versions as they are sent, with pictures and titles of categories, in their order. Runs two queries. */
export async function sentContents(db: Db, contents: Content[]): Promise<ReviewedContent[]> {
  if (contents.length === 0) return []
  const [images, categories] = await Promise.all([
    findImages(db, { names: [...new Set(contents.map(({ image }) => image))] }),
    findCategories(db, { ids: [...new Set(contents.flatMap(({ category }) => category ?? []))] }),
  ])
  const pictures = new Map(images.map((row) => [row.name, imageRef(row)]))
  const titles = new Map(categories.map(({ id, title }) => [id, title]))
  return contents.map(({ image: name, category, ...content }) => {
    const image = pictures.get(name)
    const title = category === undefined ? undefined : titles.get(category)
    return { ...content, ...(image && { image }), ...(title !== undefined && { category: title }) }
  })
}
