import { z } from 'zod'
import { Chapter } from '#contract/video/video.ts'
import type { Db } from '#server/data/database.ts'
import type { RevisionRow } from '#server/data/schema.ts'
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
