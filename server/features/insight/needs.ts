import {
  NEED_KINDS,
  NEED_SUBJECTS_MAX,
  type Need,
  type NeedKind,
  type NeedSubject,
} from '#contract/insight/needs.ts'
import type { Db } from '#server/data/database.ts'
import { isReady } from '#server/features/review/submit.ts'
import { findFailedFiles, findPlaylists, findReturned, findUnavailable } from './needs.queries.ts'

/** A checklist takes several queries, so that only the newest drafts are checked. */
const DRAFTS_MAX = 20

interface Waiting {
  since: string
  subject: NeedSubject
}

/** `GET /api/teaching/needs`: what waits for the teacher, by kind. */
export async function needsOf(db: Db, teacherId: string): Promise<Need[]> {
  const [changes, files, unavailable, ready] = await Promise.all([
    requestedChanges(db, teacherId),
    findFailedFiles(db, { teacherId }).then((rows) => rows.map(courseSubject)),
    findUnavailable(db, { teacherId }).then((rows) => rows.map(courseSubject)),
    readyDrafts(db, teacherId),
  ])
  const waiting: Record<NeedKind, Waiting[]> = { changes, files, unavailable, ready }
  return NEED_KINDS.flatMap((kind) => needOf(kind, waiting[kind]) ?? [])
}

function needOf(kind: NeedKind, waiting: Waiting[]): Need | undefined {
  const sorted = waiting.toSorted(
    (a, b) => a.since.localeCompare(b.since) || a.subject._id.localeCompare(b.subject._id),
  )
  const [first] = sorted
  if (!first) return undefined
  const subjects = sorted.slice(0, NEED_SUBJECTS_MAX).map(({ subject }) => subject)
  return { kind, count: sorted.length, since: first.since, subjects }
}

interface FoundCourse {
  id: string
  playlist_id: string
  title: string
  since: string
}

const courseSubject = ({ id, playlist_id: playlistId, title, since }: FoundCourse): Waiting => ({
  since,
  subject: { _id: id, kind: 'course', title, playlistId },
})

/** One entry for each playlist: a decision about it is about its videos, too. */
async function requestedChanges(db: Db, teacherId: string): Promise<Waiting[]> {
  const rows = await findReturned(db, { teacherId })
  const playlists = Map.groupBy(rows, ({ playlist_id }) => playlist_id)
  return [...playlists].flatMap(([playlistId, versions]) => {
    const latest = versions.reduce((a, b) => (sinceOf(b) > sinceOf(a) ? b : a))
    const [only] = versions
    const course = versions.length === 1 && only?.course_id ? only : undefined
    const subject = course?.course_id
      ? { _id: course.course_id, kind: 'course' as const, title: course.course_title ?? '' }
      : { _id: playlistId, kind: 'playlist' as const, title: latest.title }
    const notes = versions.reduce((sum, { notes: open }) => sum + Number(open), 0)
    return { since: sinceOf(latest), subject: { ...subject, playlistId, admin: latest.username, notes } }
  })
}

const sinceOf = ({
  decided_at: decidedAt,
  created_at: createdAt,
}: {
  decided_at: string | null
  created_at: string
}) => decidedAt ?? createdAt

async function readyDrafts(db: Db, teacherId: string): Promise<Waiting[]> {
  const playlists = await findPlaylists(db, { teacherId })
  const drafts = playlists
    .filter(({ status }) => status === 'draft')
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, DRAFTS_MAX)
  const ready = await Promise.all(drafts.map(({ id }) => isReady(db, id)))
  return drafts
    .filter((_, index) => ready[index])
    .map(({ id, title, since }) => ({ since, subject: { _id: id, kind: 'playlist', title, playlistId: id } }))
}
