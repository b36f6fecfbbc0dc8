import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'

/** Leaves room for courses that are added between two others. */
const STEP = 1024

export interface StoredOutline {
  version: number
  /** Titles by the id of their section. */
  sections: Map<string, string>
  /** Titles of deleted sections that were public. */
  formerTitles: string[]
  courseIds: Set<string>
}

/** The version, sections and courses of a teacher's own playlist; `undefined` if there is none. */
export async function readOutline(
  trx: Db,
  own: { id: string; teacherId: string },
): Promise<StoredOutline | undefined> {
  const playlist = await trx
    .selectFrom('playlists')
    .select(['outline_version', 'former_section_titles'])
    .where('id', '=', own.id)
    .where('teacher_id', '=', own.teacherId)
    .where('trash_id', 'is', null)
    .executeTakeFirst()
  if (!playlist) return undefined
  const [sections, courses] = await Promise.all([
    trx.selectFrom('sections').select(['id', 'title']).where('playlist_id', '=', own.id).execute(),
    trx
      .selectFrom('courses')
      .select('id')
      .where('playlist_id', '=', own.id)
      .where('trash_id', 'is', null)
      .execute(),
  ])
  return {
    version: playlist.outline_version,
    sections: new Map(sections.map(({ id, title }) => [id, title])),
    formerTitles: z.array(z.string()).parse(JSON.parse(playlist.former_section_titles)),
    courseIds: new Set(courses.map(({ id }) => id)),
  }
}

export async function putFormerTitles(trx: Db, playlistId: string, titles: string[]): Promise<void> {
  await trx
    .updateTable('playlists')
    .set({ former_section_titles: JSON.stringify(titles) })
    .where('id', '=', playlistId)
    .execute()
}

/** Replaces the sections of a playlist; courses of a deleted section stay in the playlist. */
export async function putSections(
  trx: Db,
  playlistId: string,
  sections: readonly { id: string; title: string }[],
): Promise<void> {
  const ids = sections.map(({ id }) => id)
  await trx
    .deleteFrom('sections')
    .where('playlist_id', '=', playlistId)
    .$if(ids.length > 0, (rows) => rows.where('id', 'not in', ids))
    .execute()
  if (ids.length === 0) return
  const titles = sections.map(({ title }) => title)
  const positions = sections.map((_, index) => (index + 1) * STEP)
  await sql`
    insert into sections (id, playlist_id, title, position)
    select id, ${playlistId}, title, position
    from ${valuesTable(trx, 'named', { id: ids, title: titles, position: positions })} where true
    on conflict (id) do update set title = excluded.title, position = excluded.position`.execute(trx)
}

/** Puts the courses of a playlist into this order; `sectionId` is empty for a course without a section. */
export async function putOrder(
  trx: Db,
  playlistId: string,
  courses: readonly { id: string; sectionId: string }[],
): Promise<void> {
  if (courses.length === 0) return
  const placed = valuesTable(trx, 'placed', {
    id: courses.map(({ id }) => id),
    section_id: courses.map(({ sectionId }) => sectionId),
    position: courses.map((_, index) => (index + 1) * STEP),
  })
  await sql`
    update courses set position = placed.position, section_id = nullif(placed.section_id, '')
    from ${placed}
    where courses.id = placed.id and courses.playlist_id = ${playlistId}
      and (courses.position <> placed.position or courses.section_id is distinct from nullif(placed.section_id, ''))`.execute(
    trx,
  )
}

interface Place {
  section_id: string | null
  position: number
}

/**
 * The place after the last course of a section, with `null` after the last one without a section, by default after all
 * courses of the playlist. Further courses take the following positions; `outlineChanged` must follow.
 */
export async function endOf(
  trx: Db,
  { playlistId, sectionId }: { playlistId: string; sectionId?: string | null | undefined },
): Promise<Place> {
  const last = trx
    .selectFrom('sections')
    .select(['id', 'position'])
    .where('playlist_id', '=', playlistId)
    .orderBy('position', 'desc')
    .orderBy('id', 'desc')
  const section =
    sectionId === null
      ? undefined
      : await last
          .$if(sectionId !== undefined, (rows) => rows.where('id', '=', sectionId ?? ''))
          .executeTakeFirst()
  const { position } = await trx
    .selectFrom('courses')
    .leftJoin('sections', 'sections.id', 'courses.section_id')
    .select(({ fn }) => fn.max<number | null>('courses.position').as('position'))
    .where('courses.playlist_id', '=', playlistId)
    .where(({ or, eb }) =>
      or([eb('sections.position', 'is', null), eb('sections.position', '<=', section?.position ?? 0)]),
    )
    .executeTakeFirstOrThrow()
  return { section_id: section?.id ?? null, position: (position ?? 0) + 1 }
}

/** Whether the section belongs to the playlist. */
export async function isSectionOf(trx: Db, playlistId: string, sectionId: string): Promise<boolean> {
  const section = await trx
    .selectFrom('sections')
    .select('id')
    .where('id', '=', sectionId)
    .where('playlist_id', '=', playlistId)
    .executeTakeFirst()
  return section !== undefined
}

/**
 * Call it after courses or sections of a playlist were added, deleted or moved: numbers the courses in steps again, those
 * without a section first, and raises the version of the order.
 */
export async function outlineChanged(trx: Db, playlistId: string): Promise<void> {
  const courses = await trx
    .selectFrom('courses')
    .leftJoin('sections', 'sections.id', 'courses.section_id')
    .select(['courses.id', 'courses.section_id', 'courses.position', 'sections.position as section_position'])
    .where('courses.playlist_id', '=', playlistId)
    .execute()
  const inOrder = courses.toSorted(
    (a, b) =>
      (a.section_position ?? 0) - (b.section_position ?? 0) ||
      a.position - b.position ||
      (a.id < b.id ? -1 : 1),
  )
  await putOrder(
    trx,
    playlistId,
    inOrder.map(({ id, section_id }) => ({ id, sectionId: section_id ?? '' })),
  )
  await trx
    .updateTable('playlists')
    .set(({ eb }) => ({ outline_version: eb('outline_version', '+', 1) }))
    .where('id', '=', playlistId)
    .execute()
}
