import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'

const PUBLIC = sql.lit('approved')
const HIDDEN = sql.lit('hidden')

/** How many comments there are on public courses, and on others. Triggers count both (decision 0014). */
export function countComments(db: Kysely<unknown>): Promise<void> {
  return isPostgres(db) ? countOnPostgres(db) : countOnSqlite(db)
}

/** A course without its playlist is hidden, too. */
function statusOf(row: 'old' | 'new'): RawBuilder<unknown> {
  const course = sql.id(row)
  return sql`case when ${course}.status = ${PUBLIC} and exists (select 1 from playlists
    where playlists.id = ${course}.playlist_id and playlists.status = ${PUBLIC}) then ${PUBLIC} else ${HIDDEN} end`
}

const commentsOfPlaylist = sql`coalesce((select sum(comments_count) from courses
  where playlist_id = old.id and status = ${PUBLIC}), 0)`
const isOtherwiseCounted = sql`old.comments_count <> new.comments_count or old.status <> new.status
  or old.playlist_id <> new.playlist_id`

function addTo(slot: RawBuilder<unknown>): (rows: RawBuilder<unknown>) => RawBuilder<unknown> {
  return (rows) => sql`insert into totals (kind, category_id, status, slot, amount)
    select 'comments', '', status, ${slot}, sum(amount) from (${rows}) as part where true group by status order by status
    on conflict (kind, category_id, status, slot) do update set amount = totals.amount + excluded.amount;`
}

const insertedCourse = sql`select ${statusOf('new')} as status, new.comments_count as amount`
const deletedCourse = sql`select ${statusOf('old')} as status, -old.comments_count as amount`
const changedCourse = sql`${deletedCourse} union all ${insertedCourse}`
/** What the courses of a playlist add when it becomes public or hidden. */
const shownPlaylist = sql`select ${PUBLIC} as status, ${commentsOfPlaylist} as amount union all select ${HIDDEN}, -${commentsOfPlaylist}`
const hiddenPlaylist = sql`select ${PUBLIC} as status, -${commentsOfPlaylist} as amount union all select ${HIDDEN}, ${commentsOfPlaylist}`

/**
 * Foreign keys delete the courses of a playlist when its row is already gone. It counts as hidden before that, so that its courses
 * are subtracted from the right total.
 */
async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  const add = addTo(sql`0`)
  await sql`create trigger totals_of_comments_came after insert on courses when new.comments_count <> 0
    begin ${add(insertedCourse)} end`.execute(db)
  await sql`create trigger totals_of_comments_went after delete on courses when old.comments_count <> 0
    begin ${add(deletedCourse)} end`.execute(db)
  await sql`create trigger totals_of_comments_moved after update of comments_count, status, playlist_id on courses
    when ${isOtherwiseCounted} begin ${add(changedCourse)} end`.execute(db)
  await sql`create trigger totals_of_comments_shown after update of status on playlists
    when old.status <> ${PUBLIC} and new.status = ${PUBLIC} begin ${add(shownPlaylist)} end`.execute(db)
  await sql`create trigger totals_of_comments_hidden after update of status on playlists
    when old.status = ${PUBLIC} and new.status <> ${PUBLIC} begin ${add(hiddenPlaylist)} end`.execute(db)
  await sql`create trigger totals_of_comments_gone before delete on playlists
    when old.status = ${PUBLIC} begin ${add(hiddenPlaylist)} end`.execute(db)
}

/**
 * Each connection has its own slot. A transaction that shows or hides a playlist waits for those that comment on its courses: their
 * comments move along, and later ones read the new status.
 */
async function countOnPostgres(db: Kysely<unknown>): Promise<void> {
  const add = addTo(sql`pg_backend_pid() % 16`)
  const wait = sql`perform 1 from courses where playlist_id = old.id order by id for no key update;`
  await sql`create or replace function totals_of_comments_of_course() returns trigger language plpgsql as $$
    begin
      if tg_table_schema <> current_schema() then return null; end if;
      if tg_op = 'INSERT' then ${add(insertedCourse)}
      elsif tg_op = 'DELETE' then ${add(deletedCourse)}
      else ${add(changedCourse)}
      end if;
      return null;
    end $$`.execute(db)
  await sql`create or replace function totals_of_comments_of_playlist() returns trigger language plpgsql as $$
    begin
      if tg_table_schema = current_schema() then
        ${wait}
        if tg_op = 'UPDATE' and new.status = ${PUBLIC} then ${add(shownPlaylist)}
        else ${add(hiddenPlaylist)}
        end if;
      end if;
      return old;
    end $$`.execute(db)
  const run = sql`execute function totals_of_comments_of_course()`
  await sql`create trigger totals_of_comments_came after insert on courses for each row
    when (new.comments_count <> 0) ${run}`.execute(db)
  await sql`create trigger totals_of_comments_went after delete on courses for each row
    when (old.comments_count <> 0) ${run}`.execute(db)
  await sql`create trigger totals_of_comments_moved after update of comments_count, status, playlist_id on courses
    for each row when (${isOtherwiseCounted}) ${run}`.execute(db)
  await sql`create trigger totals_of_comments_shown after update of status on playlists for each row
    when (old.status <> new.status and ${PUBLIC} in (old.status, new.status))
    execute function totals_of_comments_of_playlist()`.execute(db)
  await sql`create trigger totals_of_comments_gone before delete on playlists for each row
    when (old.status = ${PUBLIC}) execute function totals_of_comments_of_playlist()`.execute(db)
}
