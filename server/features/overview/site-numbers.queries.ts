import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'
import { idAt } from '#server/data/ids.ts'
import type { SiteNumberTable } from '#server/data/overview-rows.ts'

/** The bytes of files, from their rows. */
export async function storedBytes(db: Db): Promise<{ videos: number; pictures: number; uploads: number }> {
  const videos = await db
    .selectFrom('videos')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>('bytes'), val(0)).as('n'))
    .executeTakeFirstOrThrow()
  const pictures = await db
    .selectFrom('images')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>('bytes'), val(0)).as('n'))
    .executeTakeFirstOrThrow()
  const uploads = await db
    .selectFrom('uploads')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>('received'), val(0)).as('n'))
    .where('state', '=', 'receiving')
    .executeTakeFirstOrThrow()
  return { videos: Number(videos.n), pictures: Number(pictures.n), uploads: Number(uploads.n) }
}

export async function databaseBytes(db: Db): Promise<number> {
  const size = isPostgres(db)
    ? sql<{ n: number }>`select pg_database_size(current_database()) as n`
    : sql<{ n: number }>`select page_count * page_size as n from pragma_page_count(), pragma_page_size()`
  const { rows } = await size.execute(db)
  return Number(rows[0]?.n ?? 0)
}

export async function writeNumbers(
  db: Db,
  numbers: Readonly<Record<string, number>>,
  at: string,
): Promise<void> {
  await db
    .insertInto('site_numbers')
    .values(Object.entries(numbers).map(([key, value]) => ({ key, value, at })))
    .onConflict((known) =>
      known
        .column('key')
        .doUpdateSet(({ ref }) => ({ value: ref('excluded.value'), at: ref('excluded.at') })),
    )
    .execute()
}

export function findNumbers(db: Db): Promise<SiteNumberTable[]> {
  return db.selectFrom('site_numbers').selectAll().execute()
}

/** How many accounts were made since then. Ids begin with their time. */
export async function countSignUps(db: Db, since: number): Promise<number> {
  const { n } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('id', '>=', idAt(since))
    .executeTakeFirstOrThrow()
  return Number(n)
}
