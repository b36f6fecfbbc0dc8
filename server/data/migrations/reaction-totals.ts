import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'

type Sql = RawBuilder<unknown>

const PUBLIC = sql.lit('approved')
const HIDDEN = sql.lit('hidden')
const SLOT_OF_CONNECTION = sql`pg_backend_pid() % 16`

/** The value of a column of playlists that says that everybody sees one, and what changes that column. */
interface Publicity {
  column: Sql
  value: Sql
  changes: Sql
}

const BY_STATUS: Publicity = { column: sql.id('status'), value: PUBLIC, changes: sql.id('status') }
/** `shown` is computed from the other two. */
export const BY_SHOWN: Publicity = {
  column: sql.id('shown'),
  value: sql.lit('public'),
  changes: sql`${sql.id('status')}, ${sql.id('visibility')}`,
}

/**
 * How many likes and comments there are on public courses and on others, and on the public courses of each teacher; and how many
 * saves there are of public playlists and of others. Triggers count all of it (decisions 0014 and 0064). They replace those
 * that counted only the comments of the site.
 */
export async function countReactions(db: Kysely<unknown>): Promise<void> {
  await dropCommentTotals(db)
  await createReactionTotals(db, BY_STATUS)
}

function createReactionTotals(db: Kysely<unknown>, by: Publicity): Promise<void> {
  return isPostgres(db) ? countOnPostgres(db, by) : countOnSqlite(db, by)
}

const REACTIONS = {
  reactions_came: 'courses',
  reactions_went: 'courses',
  reactions_moved: 'courses',
  reactions_shown: 'playlists',
  reactions_hidden: 'playlists',
  reactions_gone: 'playlists',
  saves_came: 'playlists',
  saves_went: 'playlists',
  saves_moved: 'playlists',
} as const

/** Counts the same with another rule of what everybody sees. While all that is approved is public, the totals stay. */
export async function recreateReactionTotals(db: Kysely<unknown>, by: Publicity): Promise<void> {
  for (const [name, table] of Object.entries(REACTIONS)) await dropTrigger(db, name, table)
  await createReactionTotals(db, by)
}

async function dropTrigger(db: Kysely<unknown>, name: string, table: string): Promise<void> {
  const trigger = sql.id(`totals_of_${name}`)
  await (isPostgres(db)
    ? sql`drop trigger if exists ${trigger} on ${sql.table(table)}`
    : sql`drop trigger if exists ${trigger}`
  ).execute(db)
}

const FORMER = { courses: ['came', 'went', 'moved'], playlists: ['shown', 'hidden', 'gone'] } as const

async function dropCommentTotals(db: Kysely<unknown>): Promise<void> {
  for (const [table, events] of Object.entries(FORMER)) {
    for (const event of events) await dropTrigger(db, `comments_${event}`, table)
  }
  if (!isPostgres(db)) return
  for (const row of ['course', 'playlist'])
    await sql`drop function if exists ${sql.id(`totals_of_comments_of_${row}`)}()`.execute(db)
}

const SIGN = { old: sql`-`, new: sql`` }

/** A course without its playlist is hidden, too. */
function courseRow({ column, value }: Publicity, row: 'old' | 'new'): Sql {
  const course = sql.id(row)
  const by = SIGN[row]
  const playlist = sql`from playlists where playlists.id = ${course}.playlist_id`
  return sql`select case when ${course}.status = ${PUBLIC} and exists (select 1 ${playlist} and playlists.${column} = ${value})
      then ${PUBLIC} else ${HIDDEN} end as status, (select teacher_id ${playlist}) as teacher_id,
    ${by}${course}.comments_count as comments, ${by}${course}.likes_count as likes`
}

const changedCourse = (by: Publicity) => sql`${courseRow(by, 'old')} union all ${courseRow(by, 'new')}`
const isOtherwiseCounted = sql`old.comments_count <> new.comments_count or old.likes_count <> new.likes_count
  or old.status <> new.status or old.playlist_id <> new.playlist_id`

const inPlaylist = (column: string): Sql =>
  sql`coalesce((select sum(${sql.ref(column)}) from courses where playlist_id = old.id and status = ${PUBLIC}), 0)`

/** What the courses of a playlist add to one total when it becomes public or hidden, and take from the other. */
function movedPlaylist(to: Sql, from: Sql): Sql {
  const [comments, likes] = [inPlaylist('comments_count'), inPlaylist('likes_count')]
  return sql`select ${to} as status, old.teacher_id as teacher_id, ${comments} as comments, ${likes} as likes
    union all select ${from}, old.teacher_id, -${comments}, -${likes}`
}

const shownPlaylist = movedPlaylist(PUBLIC, HIDDEN)
const hiddenPlaylist = movedPlaylist(HIDDEN, PUBLIC)

const KINDS = sql`select 'comments' as kind union all select 'likes' union all select 'teacher_comments'
  union all select 'teacher_likes'`

/** One statement in the order of the key: two writers of the same rows cannot wait for each other in a circle. */
function addReactions(slot: Sql, rows: Sql): Sql {
  return sql`insert into totals (kind, category_id, status, slot, amount)
    select kind, category_id, status, ${slot}, sum(amount) from (
      select kind, status, case when kind in ('comments', 'likes') then '' else teacher_id end as category_id,
        case when kind in ('likes', 'teacher_likes') then likes else comments end as amount
      from (${rows}) as changed cross join (${KINDS}) as kinds
      where kind in ('comments', 'likes') or status = ${PUBLIC}
    ) as part where amount <> 0 group by kind, category_id, status having sum(amount) <> 0 order by kind, category_id, status
    on conflict (kind, category_id, status, slot) do update set amount = totals.amount + excluded.amount;`
}

function savesRow({ column, value }: Publicity, row: 'old' | 'new'): Sql {
  const playlist = sql.id(row)
  return sql`select case when ${playlist}.${column} = ${value} then ${PUBLIC} else ${HIDDEN} end as status,
    ${SIGN[row]}${playlist}.saves_count as amount`
}

const changedSaves = (by: Publicity) => sql`${savesRow(by, 'old')} union all ${savesRow(by, 'new')}`
const isOtherwiseSaved = (by: Publicity) =>
  sql`old.saves_count <> new.saves_count or (${changesPublicity(by)})`

function changesPublicity({ column, value }: Publicity): Sql {
  return sql`old.${column} <> new.${column} and ${value} in (old.${column}, new.${column})`
}

function addSaves(slot: Sql, rows: Sql): Sql {
  return sql`insert into totals (kind, category_id, status, slot, amount)
    select 'saves', '', status, ${slot}, sum(amount) from (${rows}) as part where true
    group by status having sum(amount) <> 0 order by status
    on conflict (kind, category_id, status, slot) do update set amount = totals.amount + excluded.amount;`
}

/**
 * Foreign keys delete the courses of a playlist when its row is already gone. It counts as hidden before that, so that its courses
 * are subtracted from the right total.
 */
async function countOnSqlite(db: Kysely<unknown>, by: Publicity): Promise<void> {
  const slot = sql`0`
  const { column, value, changes } = by
  const add = (rows: Sql) => addReactions(slot, rows)
  await sql`create trigger totals_of_reactions_came after insert on courses
    when new.comments_count <> 0 or new.likes_count <> 0 begin ${add(courseRow(by, 'new'))} end`.execute(db)
  await sql`create trigger totals_of_reactions_went after delete on courses
    when old.comments_count <> 0 or old.likes_count <> 0 begin ${add(courseRow(by, 'old'))} end`.execute(db)
  await sql`create trigger totals_of_reactions_moved after update of comments_count, likes_count, status, playlist_id on courses
    when ${isOtherwiseCounted} begin ${add(changedCourse(by))} end`.execute(db)
  await sql`create trigger totals_of_reactions_shown after update of ${changes} on playlists
    when old.${column} <> ${value} and new.${column} = ${value} begin ${add(shownPlaylist)} end`.execute(db)
  await sql`create trigger totals_of_reactions_hidden after update of ${changes} on playlists
    when old.${column} = ${value} and new.${column} <> ${value} begin ${add(hiddenPlaylist)} end`.execute(db)
  await sql`create trigger totals_of_reactions_gone before delete on playlists
    when old.${column} = ${value} begin ${add(hiddenPlaylist)} end`.execute(db)
  await sql`create trigger totals_of_saves_came after insert on playlists
    when new.saves_count <> 0 begin ${addSaves(slot, savesRow(by, 'new'))} end`.execute(db)
  await sql`create trigger totals_of_saves_went after delete on playlists
    when old.saves_count <> 0 begin ${addSaves(slot, savesRow(by, 'old'))} end`.execute(db)
  await sql`create trigger totals_of_saves_moved after update of saves_count, ${changes} on playlists
    when ${isOtherwiseSaved(by)} begin ${addSaves(slot, changedSaves(by))} end`.execute(db)
}

/**
 * Each connection has its own slot. A transaction that shows or hides a playlist waits for those that like its courses or comment
 * on them: theirs move along, and later ones read the new status.
 */
async function countOnPostgres(db: Kysely<unknown>, by: Publicity): Promise<void> {
  const add = (rows: Sql) => addReactions(SLOT_OF_CONNECTION, rows)
  const wait = sql`perform 1 from courses where playlist_id = old.id order by id for no key update;`
  await sql`create or replace function totals_of_reactions_of_course() returns trigger language plpgsql as $$
    begin
      if tg_table_schema <> current_schema() then return null; end if;
      if tg_op = 'INSERT' then ${add(courseRow(by, 'new'))}
      elsif tg_op = 'DELETE' then ${add(courseRow(by, 'old'))}
      else ${add(changedCourse(by))}
      end if;
      return null;
    end $$`.execute(db)
  await sql`create or replace function totals_of_reactions_of_playlist() returns trigger language plpgsql as $$
    begin
      if tg_table_schema = current_schema() then
        ${wait}
        if tg_op = 'UPDATE' and new.${by.column} = ${by.value} then ${add(shownPlaylist)}
        else ${add(hiddenPlaylist)}
        end if;
      end if;
      return old;
    end $$`.execute(db)
  await sql`create or replace function totals_of_saves_of_playlist() returns trigger language plpgsql as $$
    begin
      if tg_table_schema <> current_schema() then return null; end if;
      if tg_op = 'INSERT' then ${addSaves(SLOT_OF_CONNECTION, savesRow(by, 'new'))}
      elsif tg_op = 'DELETE' then ${addSaves(SLOT_OF_CONNECTION, savesRow(by, 'old'))}
      else ${addSaves(SLOT_OF_CONNECTION, changedSaves(by))}
      end if;
      return null;
    end $$`.execute(db)
  await createTriggers(db, by)
}

async function createTriggers(db: Kysely<unknown>, by: Publicity): Promise<void> {
  const { column, value, changes } = by
  const ofCourse = sql`execute function totals_of_reactions_of_course()`
  const ofPlaylist = sql`execute function totals_of_reactions_of_playlist()`
  const ofSaves = sql`execute function totals_of_saves_of_playlist()`
  await sql`create trigger totals_of_reactions_came after insert on courses for each row
    when (new.comments_count <> 0 or new.likes_count <> 0) ${ofCourse}`.execute(db)
  await sql`create trigger totals_of_reactions_went after delete on courses for each row
    when (old.comments_count <> 0 or old.likes_count <> 0) ${ofCourse}`.execute(db)
  await sql`create trigger totals_of_reactions_moved
    after update of comments_count, likes_count, status, playlist_id on courses for each row
    when (${isOtherwiseCounted}) ${ofCourse}`.execute(db)
  await sql`create trigger totals_of_reactions_shown after update of ${changes} on playlists for each row
    when (${changesPublicity(by)}) ${ofPlaylist}`.execute(db)
  await sql`create trigger totals_of_reactions_gone before delete on playlists for each row
    when (old.${column} = ${value}) ${ofPlaylist}`.execute(db)
  await sql`create trigger totals_of_saves_came after insert on playlists for each row
    when (new.saves_count <> 0) ${ofSaves}`.execute(db)
  await sql`create trigger totals_of_saves_went after delete on playlists for each row
    when (old.saves_count <> 0) ${ofSaves}`.execute(db)
  await sql`create trigger totals_of_saves_moved after update of saves_count, ${changes} on playlists for each row
    when (${isOtherwiseSaved(by)}) ${ofSaves}`.execute(db)
}
