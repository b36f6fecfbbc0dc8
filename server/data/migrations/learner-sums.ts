import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'

interface Trigger {
  name: string
  table: string
  /** `insert`, `delete` or `update of …`. */
  event: RawBuilder<unknown>
  /** Statements, each with its semicolon. */
  body: RawBuilder<unknown>
  when?: RawBuilder<unknown>
}

/** Creates a trigger for each row. Tables that were moved to another schema change nothing. */
async function createTrigger(
  db: Kysely<unknown>,
  { name, table, event, body, when }: Trigger,
): Promise<void> {
  const condition = when ? sql`when (${when})` : sql``
  if (!isPostgres(db)) {
    await sql`create trigger ${sql.id(name)} after ${event} on ${sql.table(table)} ${condition} begin ${body} end`.execute(
      db,
    )
    return
  }
  await sql`create or replace function ${sql.id(name)}() returns trigger language plpgsql as $$
    begin
      if tg_table_schema = current_schema() then ${body} end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger ${sql.id(name)} after ${event} on ${sql.table(table)}
    for each row ${condition} execute function ${sql.id(name)}()`.execute(db)
}

const isFinished = (row: 'old' | 'new') => sql`case when ${sql.id(row)}.finished_on is null then 0 else 1 end`

const addLearner = sql`insert into playlist_sums (playlist_id, learners, named, finished, done)
  values (new.playlist_id, 1, new.named, ${isFinished('new')}, new.done_count)
  on conflict (playlist_id) do update set learners = playlist_sums.learners + 1, named = playlist_sums.named + excluded.named,
    finished = playlist_sums.finished + excluded.finished, done = playlist_sums.done + excluded.done;`

/** The sums of a playlist or course that is being deleted may be gone already. */
const subtractLearner = sql`update playlist_sums set learners = learners - 1, named = named - old.named,
  finished = finished - ${isFinished('old')}, done = done - old.done_count where playlist_id = old.playlist_id;`

const moveLearner = sql`update playlist_sums set named = named + new.named - old.named,
  finished = finished + ${isFinished('new')} - ${isFinished('old')}, done = done + new.done_count - old.done_count
  where playlist_id = new.playlist_id;`

const addFurthest = sql`insert into course_sums (course_id, furthest, furthest_finished)
  select new.furthest_course_id, 1, ${isFinished('new')} where new.furthest_course_id is not null
  on conflict (course_id) do update set furthest = course_sums.furthest + 1,
    furthest_finished = course_sums.furthest_finished + excluded.furthest_finished;`

const subtractFurthest = sql`update course_sums set furthest = furthest - 1,
  furthest_finished = furthest_finished - ${isFinished('old')} where course_id = old.furthest_course_id;`

/** Triggers keep the sums of a playlist and the furthest lessons equal to the rows of `learners`. */
export async function sumLearners(db: Kysely<unknown>): Promise<void> {
  await createTrigger(db, {
    name: 'learners_inserted',
    table: 'learners',
    event: sql`insert`,
    body: sql`${addLearner} ${addFurthest}`,
  })
  await createTrigger(db, {
    name: 'learners_deleted',
    table: 'learners',
    event: sql`delete`,
    body: sql`${subtractLearner} ${subtractFurthest}`,
  })
  await createTrigger(db, {
    name: 'learners_changed',
    table: 'learners',
    event: sql`update of named, done_count, finished_on, furthest_course_id`,
    body: sql`${moveLearner} ${subtractFurthest} ${addFurthest}`,
  })
}

/** Keeps what was counted of a deleted row of progress until the job has subtracted it; not if its course goes, too. */
export function keepRemovedProgress(db: Kysely<unknown>): Promise<void> {
  return createTrigger(db, {
    name: 'progress_counted_deleted',
    table: 'progress',
    event: sql`delete`,
    when: sql`old.counted_key is not null`,
    body: sql`insert into progress_removed (course_id, user_id, key, seconds, done, slots)
      select courses.id, (select id from users where id = old.user_id), old.counted_key, old.counted_s, old.counted_done,
        old.counted_slots from courses where courses.id = old.course_id;`,
  })
}
