import type { UserRef } from '#contract/account/user-fields.ts'
import { ACTORS_SHOWN, NotificationData } from '#contract/notifications/notification-fields.ts'
import { KINDS } from '#contract/notifications/notification-kinds.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import type { ListedRow } from './list.queries.ts'
import { peopleAmong, type Subject, type SubjectIds, subjectsAmong } from './subjects.queries.ts'

const TEXT_SHOWN = 200

/** An entry of the list, with the details that only mails show. */
export interface Entry {
  notification: Notification
  subject: Subject | undefined
  /** Its notifications whose subject is not gone, newest first. */
  parts: { id: string; actor: UserRef | undefined; subject: Subject | undefined }[]
}

/**
 * Groups notifications, newest first, into entries: one for each kind, group and time of reading. The number of queries is
 * constant. A subject that is gone or hidden from the reader has neither text nor link.
 */
export async function entriesOf(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'isAdmin'>,
  rows: ListedRow[],
): Promise<Entry[]> {
  const ids = idsIn(rows)
  const actors = rows.flatMap(({ actor_id }) => actor_id ?? [])
  const [subjects, people] = await Promise.all([
    subjectsAmong(db, viewer, ids),
    peopleAmong(db, [...new Set([...actors, ...ids.user])]),
  ])
  const groups = Map.groupBy(rows, ({ kind, group_id, read_at }) => `${kind} ${group_id} ${read_at ?? ''}`)
  return [...groups.values()].map((group) => entryOf(group, { subjects, people, viewer }))
}

function idsIn(rows: ListedRow[]): SubjectIds {
  const ids: SubjectIds = { comment: [], course: [], playlist: [], user: [], group: [] }
  for (const { subject_kind: kind, subject_id } of rows) if (kind !== 'site') ids[kind].push(subject_id)
  return ids
}

interface Found {
  subjects: Map<string, Subject>
  people: Map<string, UserRef>
  viewer: Pick<Viewer, 'id' | 'isAdmin'>
}

/** The newest notification whose subject still exists stands for its group. */
function entryOf(group: ListedRow[], found: Found): Entry {
  const [newest] = group
  const living = group.filter((row) => exists(row, found))
  const [shown = newest] = living
  if (!(newest && shown)) throw new Error('A group has a row.')
  const subject = subjectOf(shown, found)
  const gone = living.length === 0
  const ids = [...new Set(living.flatMap(({ actor_id }) => actor_id ?? []))]
  const data = NotificationData.parse(JSON.parse(shown.data))
  const videos = living.map((row) => NotificationData.parse(JSON.parse(row.data)).videos ?? 0)
  const notification = {
    _id: newest.id,
    kind: shown.kind,
    subject: { kind: shown.subject_kind, _id: shown.subject_id },
    actors: ids.flatMap((id) => found.people.get(id) ?? []).slice(0, ACTORS_SHOWN),
    actorsCount: ids.length,
    count: Math.max(living.length, 1),
    data: data.videos === undefined ? data : { ...data, videos: videos.reduce((sum, n) => sum + n, 0) },
    title: subject?.title ?? null,
    playlist: subject?.playlist ?? null,
    text: subject?.text?.slice(0, TEXT_SHOWN) ?? null,
    link: gone ? null : linkOf(shown, { subject, data, many: living.length > 1, viewer: found.viewer }),
    gone,
    createdAt: newest.created_at,
    readAt: newest.read_at,
  }
  const parts = living.map((row) => ({
    id: row.id,
    actor: row.actor_id === null ? undefined : found.people.get(row.actor_id),
    subject: subjectOf(row, found),
  }))
  return { notification, subject, parts }
}

function exists({ subject_kind, subject_id }: ListedRow, { subjects, people }: Found): boolean {
  if (subject_kind === 'site') return true
  return subject_kind === 'user' ? people.has(subject_id) : subjects.has(subject_id)
}

function subjectOf(
  { subject_kind, subject_id }: ListedRow,
  { subjects, people }: Found,
): Subject | undefined {
  if (subject_kind !== 'user') return subjects.get(subject_id)
  const person = people.get(subject_id)
  return person && { title: person.username, playlist: null, text: null, isOnline: true }
}

interface Shown {
  subject: Subject | undefined
  data: NotificationData
  /** Whether the entry stands for several notifications. */
  many: boolean
  viewer: { id: string }
}

type Row = Pick<ListedRow, 'kind' | 'subject_kind' | 'subject_id'>

/** The path that an entry links to; null if there is none. */
function linkOf(row: Row, shown: Shown): string | null {
  const { link } = KINDS[row.kind]
  if (link === 'work') return workLink(row, shown)
  if (link === 'review') return reviewLink(shown)
  if (link === 'videos' && shown.many && shown.subject?.playlistId)
    return playlistLink(shown.subject.playlistId)
  return link === 'subject' || link === 'videos' ? subjectLink(row, shown) : link
}

const playlistLink = (id: string) => `/playlist-details/${id}`

function subjectLink({ subject_kind: kind, subject_id: id }: Row, { subject }: Shown): string | null {
  const { playlistId, courseId } = subject ?? {}
  if (kind === 'user') return `/profile/${id}`
  if (kind === 'playlist') return playlistLink(id)
  if (kind === 'group') return `/groups/${id}`
  if (playlistId === undefined || courseId === undefined) return null
  const watch = `/watch-video/${playlistId}/${courseId}`
  return kind === 'comment' ? `${watch}?comment=${id}` : watch
}

/**
 * A teacher's playlist or course: its public page once it is approved, or kept after a report, else where it is edited. A
 * reported comment or profile has only one place.
 */
function workLink(row: Row, { subject, data, ...shown }: Shown): string | null {
  const { playlistId, courseId, isOnline = false } = subject ?? {}
  const isWork = row.subject_kind === 'course' || row.subject_kind === 'playlist'
  const isDecided = data.state === 'approved' || data.state === 'kept'
  if (!isWork || (isOnline && isDecided)) return subjectLink(row, { subject, data, ...shown })
  if (playlistId === undefined) return null
  return courseId === undefined
    ? `/teacher-dashboard/edit-playlist/${playlistId}`
    : `/teacher-dashboard/edit-course/${playlistId}/${courseId}`
}

/** Where the teacher of the work goes on with the review, and where an admin does. */
function reviewLink({ subject, data: { round }, viewer }: Shown): string | null {
  if (subject?.playlistId === undefined) return null
  if (subject.teacherId === viewer.id) return `/teacher-dashboard/build/${subject.playlistId}`
  return round === undefined ? '/admin/review' : `/admin/review?item=${round}`
}
