import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import type { Schema } from '#server/data/schema.ts'
import type { Picture } from './encode.ts'
import type { ImageColumns } from './image-ref.ts'
import type { StoredWidths } from './picture-files.ts'

export async function findStored(db: Db, name: string): Promise<boolean> {
  const row = await db.selectFrom('images').select('name').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}

export function findImage(db: Db, name: string): Promise<ImageColumns | undefined> {
  return db
    .selectFrom('images')
    .select(['name', 'width', 'height', 'widths', 'placeholder'])
    .where('name', '=', name)
    .executeTakeFirst()
}

/** The names that have a row. */
export async function storedAmong(db: Db, names: string[]): Promise<Set<string>> {
  const stored = new Set<string>()
  for (let start = 0; start < names.length; start += 500) {
    const some = names.slice(start, start + 500)
    const rows = await db.selectFrom('images').select('name').where('name', 'in', some).execute()
    for (const { name } of rows) stored.add(name)
  }
  return stored
}

/** The size of an owner's pictures, including all versions. */
export async function bytesOf(db: Db, ownerId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('images')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return bytes ?? 0
}

interface NewImage extends Picture {
  ownerId: string | undefined
}

/** An existing picture keeps its first owner and gets a new date, so that the sweep does not delete it. */
export async function insertImage(db: Db, image: NewImage): Promise<void> {
  const now = new Date().toISOString()
  await db
    .insertInto('images')
    .values({
      name: image.name,
      owner_id: image.ownerId ?? null,
      width: image.width,
      height: image.height,
      widths: JSON.stringify(image.versions.map(({ width }) => width)),
      bytes: image.bytes,
      placeholder: image.placeholder,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ created_at: now }))
    .execute()
}

/** No user, playlist, course or pasted link refers to it, and no version that waits. It is not the logo of the site. */
function unnamed({ selectFrom, and, eb }: ExpressionBuilder<Schema, 'images'>) {
  const one = sql.lit(1)
  const inUsers = selectFrom('users').select('users.id').whereRef('users.photo', '=', 'images.name')
  const inPlaylists = selectFrom('playlists')
    .select('playlists.id')
    .whereRef('playlists.image', '=', 'images.name')
  const inCourses = selectFrom('courses').select('courses.id').whereRef('courses.image', '=', 'images.name')
  const inRevisions = selectFrom('revisions')
    .select('revisions.id')
    .whereRef('revisions.image', '=', 'images.name')
  const inDetails = selectFrom('video_details')
    .select('video_details.source_key')
    .whereRef('video_details.image', '=', 'images.name')
  const asLogo = selectFrom('settings')
    .select('settings.key')
    .where('settings.key', '=', 'logo')
    .where('settings.value', '=', sql<string>`'"' || images.name || '"'`)
  // With "not exists" PostgreSQL would sometimes join whole tables.
  return and([
    eb(inUsers.limit(one), 'is', null),
    eb(inPlaylists.limit(one), 'is', null),
    eb(inCourses.limit(one), 'is', null),
    eb(inRevisions.limit(one), 'is', null),
    eb(inDetails.limit(one), 'is', null),
    eb(asLogo.limit(one), 'is', null),
  ])
}

/** Deletes the unused rows among these (older than `before`) in one statement and returns them. */
export async function deleteUnnamed(db: Db, names: string[], before?: string): Promise<StoredWidths[]> {
  if (names.length === 0) return []
  const gone = await db
    .deleteFrom('images')
    .where('name', 'in', names)
    .where(unnamed)
    .$if(before !== undefined, (query) => query.where('created_at', '<', before ?? ''))
    .returning(['name', 'widths'])
    .execute()
  return gone.map(({ name, widths }) => ({ name, widths: widths.slice(1, -1).split(',').map(Number) }))
}

export async function countStored(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('images')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function countUnnamed(db: Db, before: string): Promise<number> {
  const { n } = await db
    .selectFrom('images')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('created_at', '<', before)
    .where(unnamed)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function unnamedBefore(db: Db, before: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('images')
    .select('name')
    .where('created_at', '<', before)
    .where(unnamed)
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}

/** The pictures of a user, but for their photo, belong to another one from now on. */
export async function movePictures(trx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await trx
    .updateTable('images')
    .set({ owner_id: to })
    .where('owner_id', '=', from)
    .where('name', 'not in', ({ selectFrom }) => selectFrom('users').select('photo').where('id', '=', from))
    .execute()
}
