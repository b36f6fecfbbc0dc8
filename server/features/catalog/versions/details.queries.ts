import { z } from 'zod'
import type { ReviewedContent } from '#contract/review/review.ts'
import { Chapter } from '#contract/video/video.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { RevisionRow } from '#server/data/schema.ts'
import { imageRef } from '#server/features/media/image-ref.ts'
import { type Content, contentOf, type Details } from './content.ts'
import { newestRevision } from './revisions.queries.ts'

interface Subject {
  kind: RevisionRow['subject']
  id: string
}

/** The chapters or the titles of the sections that are online, by the id of the course or playlist. */
export async function onlineDetails(db: Db, subjects: readonly Subject[]): Promise<Map<string, Details>> {
  const idsOf = (kind: Subject['kind']) => subjects.filter((each) => each.kind === kind).map(({ id }) => id)
  const [sections, courses] = await Promise.all([
    sectionsOf(db, idsOf('playlist')),
    chaptersOf(db, idsOf('course')),
  ])
  const titles = Map.groupBy(sections, ({ playlist_id }) => playlist_id)
  const chapters = new Map(courses.map((course) => [course.id, course.chapters]))
  return new Map(
    subjects.map(({ kind, id }) => [
      id,
      kind === 'playlist'
        ? { sections: (titles.get(id) ?? []).map(({ _id, title }) => ({ _id, title })) }
        : { chapters: z.array(Chapter).parse(JSON.parse(chapters.get(id) ?? '[]')) },
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

async function chaptersOf(db: Db, courseIds: string[]) {
  if (courseIds.length === 0) return []
  return db.selectFrom('courses').select(['id', 'chapters']).where('id', 'in', courseIds).execute()
}

/** Puts the details of an approved version online. Sections that are deleted by now are left out. */
export async function writeDetails(
  trx: Db,
  { kind, id }: Subject,
  { chapters, sections = [] }: Content,
): Promise<void> {
  if (kind === 'course' && chapters) {
    const column = chapters.length === 0 ? null : JSON.stringify(chapters)
    await trx.updateTable('courses').set({ chapters: column }).where('id', '=', id).execute()
  }
  for (const { _id, title } of sections) {
    await trx
      .updateTable('sections')
      .set({ title })
      .where('id', '=', _id)
      .where('playlist_id', '=', id)
      .execute()
  }
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
