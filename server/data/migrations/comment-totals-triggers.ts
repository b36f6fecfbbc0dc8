import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#server/data/schema.ts'

const PUBLIC = sql.lit('approved')
const HIDDEN = sql.lit('hidden')

/** Of a course whose playlist is gone, too, what is left is hidden. */
function statusOf(row: 'old' | 'new'): RawBuilder<unknown> {
  const course = sql.id(row)
  return sql`case when ${course}.status = ${PUBLIC} and exists (select 1 from playlists
    where playlists.id = ${course}.playlist_id and playlists.status = ${PUBLIC}) then ${PUBLIC} else ${HIDDEN} end`
}

const shown = sql`coalesce((select sum(comments_count) from courses
  where playlist_id = old.id and status = ${PUBLIC}), 0)`
const changed = sql`old.comments_count <> new.comments_count or old.status <> new.status
  or old.playlist_id <> new.playlist_id`

function added(rows: RawBuilder<unknown>, slot: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into totals (kind, category_id, status, slot, amount)
    select 'comments', '', status, ${slot}, sum(amount) from (${rows}) as part where true group by status order by status
    on conflict (kind, category_id, status, slot) do update set amount = totals.amount + excluded.amount;`
}

const came = sql`select ${statusOf('new')} as status, new.comments_count as amount`
const went = sql`select ${statusOf('old')} as status, -old.comments_count as amount`
const moved = sql`${went} union all ${came}`
/** What the courses of a playlist add, when it is shown or hidden. */
const shownNow = sql`select ${PUBLIC} as status, ${shown} as amount union all select ${HIDDEN}, -${shown}`
const hiddenNow = sql`select ${PUBLIC} as status, -${shown} as amount union all select ${HIDDEN}, ${shown}`

/**
 * Foreign keys delete the courses of a playlist when it is gone already: it is hidden before that, so that what its
 * courses had is taken from where it is.
 */
export async function keepOnSqlite(db: Kysely<Schema>): Promise<void> {
  const add = (rows: RawBuilder<unknown>) => added(rows, sql`0`)
  await sql`create trigger totals_of_comments_came after insert on courses when new.comments_count <> 0
    begin ${add(came)} end`.execute(db)
  await sql`create trigger totals_of_comments_went after delete on courses when old.comments_count <> 0
    begin ${add(went)} end`.execute(db)
  await sql`create trigger totals_of_comments_moved after update of comments_count, status, playlist_id on courses
    when ${changed} begin ${add(moved)} end`.execute(db)
  await sql`create trigger totals_of_comments_shown after update of status on playlists
    when old.status <> ${PUBLIC} and new.status = ${PUBLIC} begin ${add(shownNow)} end`.execute(db)
  await sql`create trigger totals_of_comments_hidden after update of status on playlists
    when old.status = ${PUBLIC} and new.status <> ${PUBLIC} begin ${add(hiddenNow)} end`.execute(db)
  await sql`create trigger totals_of_comments_gone before delete on playlists
    when old.status = ${PUBLIC} begin ${add(hiddenNow)} end`.execute(db)
}

/**
 * Each connection has a slot of its own (decision 0014). Who shows or hides a playlist waits for those who comment on its
 * courses at the moment: what they wrote before is moved along, and who comes after reads the new status.
 */
export async function keepOnPostgres(db: Kysely<Schema>): Promise<void> {
  const add = (rows: RawBuilder<unknown>) => added(rows, sql`pg_backend_pid() % 16`)
  const wait = sql`perform 1 from courses where playlist_id = old.id order by id for no key update;`
  await sql`create or replace function totals_of_comments_of_course() returns trigger language plpgsql as $$
    begin
      if tg_table_schema <> current_schema() then return null; end if;
      if tg_op = 'INSERT' then ${add(came)}
      elsif tg_op = 'DELETE' then ${add(went)}
      else ${add(moved)}
      end if;
      return null;
    end $$`.execute(db)
  await sql`create or replace function totals_of_comments_of_playlist() returns trigger language plpgsql as $$
    begin
      if tg_table_schema = current_schema() then
        ${wait}
        if tg_op = 'UPDATE' and new.status = ${PUBLIC} then ${add(shownNow)}
        else ${add(hiddenNow)}
        end if;
      end if;
      return old;
    end $$`.execute(db)
  const course = sql`for each row`
  const run = sql`execute function totals_of_comments_of_course()`
  await sql`create trigger totals_of_comments_came after insert on courses ${course}
    when (new.comments_count <> 0) ${run}`.execute(db)
  await sql`create trigger totals_of_comments_went after delete on courses ${course}
    when (old.comments_count <> 0) ${run}`.execute(db)
  await sql`create trigger totals_of_comments_moved after update of comments_count, status, playlist_id on courses
    ${course} when (${changed}) ${run}`.execute(db)
  await sql`create trigger totals_of_comments_shown after update of status on playlists for each row
    when (old.status <> new.status and ${PUBLIC} in (old.status, new.status))
    execute function totals_of_comments_of_playlist()`.execute(db)
  await sql`create trigger totals_of_comments_gone before delete on playlists for each row
    when (old.status = ${PUBLIC}) execute function totals_of_comments_of_playlist()`.execute(db)
}
