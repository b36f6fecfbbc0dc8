import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import { NOT_FOUND } from '#contract/not-found.ts'
import type { DeskQuery, QueueRound, RevisionEntry } from '#contract/review/review.ts'
import {
  FORMER_ROUNDS_MAX,
  type FormerRound,
  type Round,
  type RoundRevision,
} from '#contract/review/rounds.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { changesOf, contentOf } from '#server/features/catalog/versions/content.ts'
import { sentContents } from '#server/features/catalog/versions/details.queries.ts'
import { sentStatus } from '#server/features/catalog/versions/newest.queries.ts'
import { imageRef } from '#server/features/media/image-ref.ts'
import { AppError } from '#server/http/app-error.ts'
import { aboutTeacher } from './about-teacher.ts'
import { decisionsByRevision, entriesOf } from './entries.queries.ts'
import { notesByRevision } from './notes.queries.ts'
import { claimsOfRounds } from './reviewers.queries.ts'
import { queueItems, wholeRows } from './revision-rows.queries.ts'
import {
  contentsInRounds,
  formerOf,
  revisionsOfRound,
  roundIds,
  type Verdict,
  verdictsOf,
  type WholeRound,
  waitingIn,
  wholeRounds,
} from './rounds.queries.ts'
import { siblingCourses } from './surroundings.queries.ts'

const HOUR_MS = 3_600_000

/** One page of the rounds that wait, oldest first. */
export async function listRounds(
  db: Db,
  admin: Viewer,
  { limit = LIST_LIMIT_DEFAULT, cursor, teacher, playlist, category, kind, mine }: DeskQuery,
) {
  const filter = { teacher, playlist, category, kind, claimedBy: mine && admin.id }
  const { ids, nextCursor } = await roundIds(db, filter, { limit, cursor })
  return { items: await queueRounds(db, ids), filter, nextCursor }
}

/** Rounds as the desk lists them, in the order of `ids`. The number of queries is constant. */
async function queueRounds(db: Db, ids: string[]): Promise<QueueRound[]> {
  const rows = await wholeRounds(db, ids)
  const now = new Date()
  const playlistIds = rows.map(({ playlist_id }) => playlist_id)
  const [waiting, verdicts, claims] = await Promise.all([
    waitingIn(db, ids),
    verdictsOf(db, playlistIds),
    claimsOfRounds(db, rows, now.toISOString()),
  ])
  return rows.map((row) => ({
    _id: row.id,
    playlist: {
      _id: row.playlist_id,
      title: row.title,
      image: coverOf(row),
      visibility: row.visibility,
    },
    teacher: teacherOf(row),
    category: row.category,
    number: row.number,
    message: row.message,
    videos: waiting.get(row.id)?.videos ?? 0,
    version: versionOf(row, verdicts.get(row.playlist_id) ?? []),
    ageHours: ageOf(row, now),
    claim: claims.get(row.id) ?? null,
    submittedAt: row.submitted_at,
    isPlaylistWaiting: waiting.get(row.id)?.isPlaylistWaiting ?? false,
  }))
}

const coverOf = (row: WholeRound) =>
  imageRef({
    name: row.cover_name,
    width: row.cover_width,
    height: row.cover_height,
    widths: row.cover_widths,
    placeholder: row.cover_placeholder,
  })

const teacherOf = (row: WholeRound) => ({
  _id: row.teacher_id,
  username: row.username,
  profilePhoto: imageRef(row),
})

const ageOf = ({ submitted_at }: WholeRound, now: Date) =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(submitted_at)) / HOUR_MS))

function versionOf(row: WholeRound, verdicts: Verdict[]): QueueRound['version'] {
  const sentBack = formerOf(verdicts, row).filter(({ state }) => state !== 'withdrawn')
  return { kind: row.status === 'approved' ? 'edit' : 'new', submission: sentBack.length + 1 }
}

/** `GET /api/review/rounds/{id}`. Throws `not_found` if it was deleted meanwhile. */
export async function readRound(db: Db, viewer: Viewer, id: string): Promise<Round> {
  const [row] = await wholeRounds(db, [id])
  if (!row) throw new AppError('not_found', NOT_FOUND.round)
  const now = new Date()
  const [inside, verdicts, claims, courses] = await Promise.all([
    revisionsOfRound(db, row),
    verdictsOf(db, [row.playlist_id]),
    claimsOfRounds(db, [row], now.toISOString()),
    siblingCourses(db, row.playlist_id),
  ])
  const all = verdicts.get(row.playlist_id) ?? []
  const former = formerOf(all, row).slice(0, FORMER_ROUNDS_MAX)
  const ids = inside.map((each) => each.id)
  const [revisions, rounds] = await Promise.all([
    roundRevisions(db, viewer, { ids, former }),
    formerRounds(db, former),
  ])
  const { teacher_id: teacherId, playlist_id: _id, title, status, visibility } = row
  const subject = { _id, title, isPlaylistApproved: sentStatus(status), visibility }
  const playlist = revisions.find((each) => each.subject.kind === 'playlist') ?? null
  return {
    _id: row.id,
    number: row.number,
    message: row.message,
    submittedAt: row.submitted_at,
    decidedAt: row.decided_at,
    ageHours: ageOf(row, now),
    version: versionOf(row, all),
    claim: claims.get(row.id) ?? null,
    teacher: teacherOf(row),
    category: row.category,
    subject,
    playlist,
    videos: revisions.filter((each) => each.subject.kind === 'course'),
    rounds,
    courses,
    ...(viewer.isAdmin && (await aboutTeacher(db, { teacherId, ids, subject: { kind: 'playlist', _id } }))),
  }
}

/** The versions of a round, each with what the former rounds had of the same item. */
async function roundRevisions(
  db: Db,
  { isAdmin }: Viewer,
  { ids, former }: { ids: string[]; former: Verdict[] },
): Promise<RoundRevision[]> {
  const rows = await wholeRows(db, ids)
  const [entries, items, before] = await Promise.all([
    rows.length === 0 ? [] : entriesOf(db, rows, { before: 'base', isAdmin }),
    queueItems(db, ids),
    contentsInRounds(
      db,
      former.map(({ id }) => id),
    ),
  ])
  const last = new Map(before.map((each) => [each.subject_id, each]))
  const known = rows.flatMap(({ subject_id }) => last.get(subject_id) ?? [])
  const sent = await sentContents(db, known.map(contentOf))
  const formerly = (row: (typeof rows)[number]): RoundRevision['formerly'] => {
    const found = last.get(row.subject_id)
    const content = found && sent[known.indexOf(found)]
    return content
      ? { round: found.round, content, changes: changesOf(contentOf(found), contentOf(row)) }
      : null
  }
  return entries.flatMap((entry, at) => {
    const [item, row] = [items[at], rows[at]]
    if (!(item && row)) return []
    const { teacher, category, version, durationSeconds, claim } = item
    return { ...entry, teacher, category, version, durationSeconds, claim, formerly: formerly(row) }
  })
}

/** The former rounds with what was decided, noted and said. */
async function formerRounds(db: Db, former: Verdict[]): Promise<FormerRound[]> {
  const ids = former.map(({ id }) => id)
  const [rounds, revisions] = await Promise.all([wholeRounds(db, ids), contentsInRounds(db, ids)])
  const revisionIds = revisions.map(({ id }) => id)
  const [decisions, notes] = await Promise.all([
    decisionsByRevision(db, revisionIds),
    notesByRevision(db, revisionIds),
  ])
  return rounds.map((round, at) => {
    const own = revisions.filter(({ round_id }) => round_id === round.id)
    const state = former[at]?.state ?? 'withdrawn'
    const decided = own.filter((each) => each.state === state)
    const main = decided.find(({ subject }) => subject === 'playlist') ?? decided[0]
    return {
      _id: round.id,
      number: round.number,
      message: round.message,
      submittedAt: round.submitted_at,
      decidedAt: round.decided_at,
      state,
      decision: decisionIn(state, decisions.get(main?.id ?? '')),
      notes: own.flatMap((revision) =>
        (notes.get(revision.id) ?? []).map((note) => ({
          ...note,
          revisionId: revision.id,
          subject: { kind: revision.subject, _id: revision.subject_id, title: contentOf(revision).title },
        })),
      ),
    }
  })
}

function decisionIn(state: Verdict['state'], decisions: RevisionEntry['decisions'] = []) {
  return decisions.findLast(({ to }) => to === state) ?? null
}
