import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { type PageRequest, readPage } from '#server/data/list-query.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { RoundRow } from '#server/data/review-rows.ts'
import { sortKey } from '#server/data/sort-key.ts'
import {
  countWaitingRounds,
  LISTED_ROUND,
  WAITING,
} from '#server/features/catalog/versions/rounds.queries.ts'

export interface RoundFilter {
  teacher?: string | undefined
  playlist?: string | undefined
  category?: string | undefined
  /** Rounds with a playlist that waits, or those in which only videos do. */
  kind?: 'playlist' | 'course' | undefined
  /** Only what this admin has claimed. */
  claimedBy?: string | undefined
}

const WAITING_ORDER = {
  name: 'rounds',
  columns: ['rounds.submitted_at', 'rounds.id'],
  direction: 'asc' as const,
  keysOf: ({ submitted_at, id }: { submitted_at: string; id: string }) => [submitted_at, id],
}

function listedRounds(db: Db, { teacher, playlist, category, kind, claimedBy }: RoundFilter) {
  return db
    .selectFrom('rounds')
    .where(LISTED_ROUND)
    .$if(teacher !== undefined, (query) => query.where('rounds.teacher_id', '=', teacher ?? ''))
    .$if(playlist !== undefined, (query) => query.where('rounds.playlist_id', '=', playlist ?? ''))
    .$if(category !== undefined, (query) => query.where(isInCategory(category ?? '')))
    .$if(kind === 'playlist', (query) => query.where(HAS_PLAYLIST))
    .$if(kind === 'course', (query) => query.where(({ not }) => not(HAS_PLAYLIST)))
    .$if(claimedBy !== undefined, (query) =>
      query
        .where('rounds.assigned_to', '=', claimedBy ?? '')
        .where('rounds.assigned_until', '>', new Date().toISOString()),
    )
}

const HAS_PLAYLIST = sql<SqlBool>`exists (
  select 1 from revisions where revisions.round_id = rounds.id and revisions.subject = 'playlist' and ${WAITING})`

const isInCategory = (title: string) => sql<SqlBool>`exists (
  select 1 from playlists inner join categories on categories.id = playlists.category_id
  where playlists.id = rounds.playlist_id and categories.title_key = ${sortKey(title)})`

/** One page of the ids of the rounds that wait, oldest first. */
export async function roundIds(
  db: Db,
  filter: RoundFilter,
  request: PageRequest,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const rounds = listedRounds(db, filter).select(['rounds.id', 'rounds.submitted_at'])
  const { rows, nextCursor } = await readPage(rounds, WAITING_ORDER, request)
  return { ids: rows.map(({ id }) => id), nextCursor }
}

const COUNTED_MAX = 10_000

/** How many rounds wait, counted up to 10,000. */
export async function countRounds(db: Db, filter: RoundFilter): Promise<number> {
  if (Object.values(filter).every((each) => each === undefined)) return countWaitingRounds(db)
  const { n } = await db
    .selectFrom(listedRounds(db, filter).select('rounds.id').limit(sql.lit(COUNTED_MAX)).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Since when the oldest round waits. */
export async function oldestRound(db: Db): Promise<string | null> {
  const oldest = await listedRounds(db, {})
    .select('rounds.submitted_at')
    .orderBy('rounds.submitted_at')
    .orderBy('rounds.id')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return oldest?.submitted_at ?? null
}

const findRows = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('rounds')
    .innerJoin('playlists', 'playlists.id', 'rounds.playlist_id')
    .innerJoin('categories', 'categories.id', 'playlists.category_id')
    .innerJoin('users', 'users.id', 'rounds.teacher_id')
    .innerJoin('images as photo', 'photo.name', 'users.photo')
    .innerJoin('images as cover', 'cover.name', 'playlists.image')
    .select(['rounds.id', 'rounds.playlist_id', 'rounds.teacher_id', 'rounds.number', 'rounds.message'])
    .select(['rounds.submitted_at', 'rounds.decided_at', 'rounds.assigned_to', 'rounds.assigned_until'])
    .select(['playlists.title', 'playlists.status', 'playlists.visibility'])
    .select(['categories.title as category', 'users.username'])
    .select(['photo.name', 'photo.width', 'photo.height', 'photo.widths', 'photo.placeholder'])
    .select(['cover.name as cover_name', 'cover.width as cover_width', 'cover.height as cover_height'])
    .select(['cover.widths as cover_widths', 'cover.placeholder as cover_placeholder'])
    .where(params.among('rounds.id', 'ids')),
)

export type WholeRound = Awaited<ReturnType<typeof findRows>>[number]

/** Rounds with their playlists and teachers, in the order of `ids`; skips unknown ids. */
export async function wholeRounds(db: Db, ids: string[]): Promise<WholeRound[]> {
  const found = new Map((await findRows(db, { ids })).map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

const countWaiting = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('revisions')
    .select(({ fn }) => ['round_id', 'subject', fn.countAll<number>().as('n')])
    .where(params.among('round_id', 'ids'))
    .where(WAITING)
    .groupBy(['round_id', 'subject']),
)

/** How many videos of these rounds wait, and whether the playlist does, by the id of the round. */
export async function waitingIn(db: Db, ids: string[]) {
  const rows = await countWaiting(db, { ids })
  return new Map(
    [...Map.groupBy(rows, ({ round_id }) => round_id)].map(([id, group]) => [
      id,
      {
        videos: group.find(({ subject }) => subject === 'course')?.n ?? 0,
        isPlaylistWaiting: group.some(({ subject }) => subject === 'playlist'),
      },
    ]),
  )
}

const findVerdicts = prepared((db, params: Params<{ playlistIds: string[] }>) =>
  db
    .selectFrom('rounds')
    .leftJoin('revisions', 'revisions.round_id', 'rounds.id')
    .select(['rounds.id', 'rounds.playlist_id', 'rounds.number', 'revisions.subject', 'revisions.state'])
    .where(params.among('rounds.playlist_id', 'playlistIds'))
    .groupBy(['rounds.id', 'rounds.playlist_id', 'rounds.number', 'revisions.subject', 'revisions.state']),
)

/** What was decided in a round, in short. */
export interface Verdict {
  id: string
  number: number
  /** Of the playlist, else of the video that was sent back. */
  state: QueueState
  /** Something was approved and nothing was sent back. */
  isApproval: boolean
}

type QueueState = 'approved' | 'changes' | 'rejected' | 'withdrawn'

/** What was decided in the rounds of these playlists, newest first, by the id of the playlist. */
export async function verdictsOf(db: Db, playlistIds: string[]): Promise<Map<string, Verdict[]>> {
  const rows = await findVerdicts(db, { playlistIds })
  const rounds = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((group) => {
    const [first] = group
    return first ? { playlistId: first.playlist_id, verdict: verdictOf(first, group) } : []
  })
  const groups = Map.groupBy(rounds, ({ playlistId }) => playlistId)
  return new Map(
    [...groups].map(([id, group]) => [
      id,
      group.map(({ verdict }) => verdict).toSorted((one, other) => other.number - one.number),
    ]),
  )
}

const DECIDED = ['changes', 'rejected', 'approved'] as const

type VerdictRow = Awaited<ReturnType<typeof findVerdicts>>[number]

function verdictOf({ id, number }: VerdictRow, rows: VerdictRow[]): Verdict {
  const stateAmong = (among: VerdictRow[]) =>
    DECIDED.find((state) => among.some((row) => row.state === state))
  const anything = stateAmong(rows)
  const ofPlaylist = stateAmong(rows.filter(({ subject }) => subject === 'playlist'))
  return { id, number, state: ofPlaylist ?? anything ?? 'withdrawn', isApproval: anything === 'approved' }
}

/** The rounds before this one and after the last approval, newest first. */
export function formerOf(verdicts: readonly Verdict[], { number }: Pick<RoundRow, 'number'>): Verdict[] {
  const before = verdicts.filter((each) => each.number < number)
  const approval = before.findIndex(({ isApproval }) => isApproval)
  return approval === -1 ? before : before.slice(0, approval)
}

/** The last version of each item in a round; while it is open, only what waits. */
export async function revisionsOfRound(
  db: Db,
  { id, decided_at }: Pick<RoundRow, 'id' | 'decided_at'>,
): Promise<{ id: string; subject: 'playlist' | 'course'; subject_id: string }[]> {
  const rows = await db
    .selectFrom('revisions')
    .leftJoin('courses', 'courses.id', 'revisions.course_id')
    .select(['revisions.id', 'revisions.subject', 'revisions.subject_id', 'revisions.number'])
    .where('revisions.round_id', '=', id)
    .where('courses.trash_id', 'is', null)
    .$if(decided_at === null, (query) => query.where(WAITING))
    .orderBy('courses.position')
    .orderBy('revisions.subject_id')
    .orderBy('revisions.number')
    .execute()
  return [...new Map(rows.map((row) => [row.subject_id, row])).values()]
}

/** What these rounds had of items, the newest version of each last. */
export async function contentsInRounds(db: Db, roundIds: string[]) {
  if (roundIds.length === 0) return []
  return db
    .selectFrom('revisions')
    .innerJoin('rounds', 'rounds.id', 'revisions.round_id')
    .leftJoin('courses', 'courses.id', 'revisions.course_id')
    .select(['revisions.id', 'revisions.round_id', 'revisions.subject', 'revisions.subject_id'])
    .select(['revisions.state', 'revisions.content', 'rounds.number as round'])
    .where('revisions.round_id', 'in', roundIds)
    .where('courses.trash_id', 'is', null)
    .orderBy('rounds.number')
    .orderBy('revisions.number')
    .execute()
}

/** What a mail says about a playlist. */
export async function playlistInMail(db: Db, id: string) {
  return db
    .selectFrom('playlists')
    .select(['id', 'title', 'status', 'courses_count as videos'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The round in which a version was submitted. */
export async function roundOfRevision(db: Db, revisionId: string): Promise<RoundRow | undefined> {
  return db
    .selectFrom('rounds')
    .selectAll('rounds')
    .innerJoin('revisions', 'revisions.round_id', 'rounds.id')
    .where('revisions.id', '=', revisionId)
    .executeTakeFirst()
}
