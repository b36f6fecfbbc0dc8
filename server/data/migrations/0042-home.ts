import { type Kysely, type RawBuilder, sql } from 'kysely'
import { createIndexes } from './baseline/columns.ts'
import { countReactions } from './reaction-totals.ts'

/**
 * Adds what the home page and the figures of the site read: the sentence of a user about the site, when a playlist last had a
 * new video, totals of likes, comments and saves, and the comments of a user in order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('site_quote', 'text').execute()
  await db.schema.alterTable('playlists').addColumn('newest_at', 'text').execute()
  await sql`update playlists set newest_at = (select max(announced_at) from courses where playlist_id = playlists.id)`.execute(
    db,
  )
  await createIndexes(db, 'users', {
    users_quoted: { columns: ['id'], where: sql`site_quote is not null and suspended_at is null` },
    users_publishing: {
      columns: ['approved_playlists_count', 'approved_courses_count'],
      where: sql`approved_playlists_count > 0`,
    },
  })
  await createIndexes(db, 'comments', { comments_own: ['user_id', 'id'] })
  await db.schema.dropIndex('comments_user').execute()
  await createIndexes(db, 'playlists', { playlists_teacher_newest: ['teacher_id', 'newest_at'] })
  await createIndexes(db, 'courses', { courses_playlist_announced: ['playlist_id', 'announced_at'] })
  await countReactions(db)
  await fillTotals(db)
}

const isPublic = sql`case when courses.status = 'approved' and playlists.status = 'approved' then 'approved' else 'hidden' end`
const courses = sql`courses join playlists on playlists.id = courses.playlist_id`
const ofPublicCourses = (column: string): RawBuilder<unknown> =>
  sql`select teacher_id, sum(${sql.ref(column)}) as amount from ${courses}
    where courses.status = 'approved' and playlists.status = 'approved' group by teacher_id`

/** The totals of comments on the site are there already. */
async function fillTotals(db: Kysely<unknown>): Promise<void> {
  // A restore of an older archive has counted them already.
  await sql`delete from totals where kind in ('likes', 'saves', 'teacher_comments', 'teacher_likes')`.execute(
    db,
  )
  await sql`insert into totals (kind, category_id, status, slot, amount)
    select kind, category_id, status, 0, amount from (
      select 'likes' as kind, '' as category_id, status, sum(likes_count) as amount
        from (select ${isPublic} as status, likes_count from ${courses}) as liked group by status
      union all select 'saves', '', status, sum(saves_count)
        from (select case when status = 'approved' then 'approved' else 'hidden' end as status, saves_count from playlists)
        as saved group by status
      union all select 'teacher_comments', teacher_id, 'approved', amount from (${ofPublicCourses('comments_count')}) as commented
      union all select 'teacher_likes', teacher_id, 'approved', amount from (${ofPublicCourses('likes_count')}) as loved
    ) as counted where amount <> 0`.execute(db)
}
