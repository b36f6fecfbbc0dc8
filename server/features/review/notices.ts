import type { ApprovalStatus } from '#contract/catalog/status.ts'
import type { RevisionState } from '#contract/review/revisions.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import type { ItemRef, SiteEvents } from '#server/events.ts'
import type { Item } from '#server/features/catalog/versions/items.queries.ts'
import { approvedPlaylist } from '#server/features/catalog/versions/new-public.queries.ts'
import { adminIds } from '#server/features/notifications/notifications.queries.ts'
import { notify, notifyAdmins, tellNotified } from '#server/features/notifications/notify.ts'
import { adminsInConversation } from './messages.queries.ts'
import type { FoundNote } from './notes.queries.ts'
import { newestWithPlace } from './revision-rows.queries.ts'

/** All waiting submissions are one entry of an admin's list. */
const GROUP = 'review'

/** Notifies the admins that a teacher sent something for review. `announceRevisions` sends the live events. */
export async function notifyWaiting(trx: Db, items: readonly ItemRef[]): Promise<void> {
  const item = items.find(({ kind }) => kind === 'playlist') ?? items[0]
  if (!item) return
  const videos = items.filter(({ kind }) => kind === 'course').length
  await notifyAdmins(trx, {
    kind: 'review_waiting',
    actorId: item.teacherId,
    subject: { kind: item.kind, id: item.id },
    group: GROUP,
    data: { videos },
  })
}

/** Notifies the other side of a conversation: the teacher, or the admins who take part in it. */
export async function notifyReply(
  trx: Db,
  { author, note }: { author: { id: string }; note: FoundNote },
): Promise<void> {
  const isTeacher = author.id === note.teacher_id
  await notify(trx, {
    kind: 'review_reply',
    userIds: isTeacher ? await adminsInConversation(trx, note.first_id, note.teacher_id) : [note.teacher_id],
    actorId: author.id,
    subject: { kind: note.subject, id: note.subject_id },
    data: { round: note.round_id ?? undefined },
  })
}

interface Decided {
  /** The decided item first, then those that were decided with it. */
  items: Pick<Item, 'kind' | 'id' | 'teacherId'>[]
  adminId: string
  state: RevisionState
  reasons?: number
  notes?: number
  /** The id of the round, if it was decided as one. */
  round?: string
}

/** Notifies the teacher of a decision about their work. */
export async function notifyDecision(
  trx: Db,
  { items, adminId, state, reasons, notes, round }: Decided,
): Promise<void> {
  const [item, ...others] = items
  if (!item) return
  await notify(trx, {
    kind: 'decision',
    userIds: [item.teacherId],
    actorId: adminId,
    subject: { kind: item.kind, id: item.id },
    data: { state, reasons, notes, round, videos: others.filter(({ kind }) => kind === 'course').length },
  })
}

/** The same for the old calls, which set a status: only `approved` and `cancel` are decisions. */
export async function notifyOfStatus(
  trx: Db,
  item: Item,
  { status, adminId }: { status: ApprovalStatus; adminId: string },
): Promise<void> {
  if (status === 'approved') await notifyDecision(trx, { items: [item], adminId, state: 'approved' })
  if (status === 'cancel') await notifyDecision(trx, { items: [item], adminId, state: 'rejected' })
}

/** Notifies the teacher that the chosen time has come. A video of a playlist that is not public is not public, either. */
export async function notifyPublished(trx: Db, { kind, id, teacherId, playlistId }: Item): Promise<void> {
  if (!(await approvedPlaylist(trx, playlistId))) return
  await notify(trx, { kind: 'published', userIds: [teacherId], subject: { kind, id } })
}

/**
 * Sends live events to the owners of these playlists or courses and to the admins, after the commit: there is a newer revision,
 * and perhaps a notification about it.
 */
export async function announceRevisions(
  { db, events, jobs }: Pick<AppContext, 'db' | 'events' | 'jobs'>,
  subjectIds: string[],
): Promise<void> {
  if (subjectIds.length === 0) return
  const [revisions, admins] = await Promise.all([newestWithPlace(db, subjectIds), adminIds(db)])
  for (const { teacherId, ...event } of revisions) {
    for (const userId of new Set([teacherId, ...admins])) {
      events.publish({ type: 'user', userId, event: { type: 'review', ...event } })
    }
  }
  const owners = revisions.map(({ teacherId }) => teacherId)
  tellNotified({ events, jobs }, { userIds: [...owners, ...admins], hasMails: true })
}

/** Tells the admins how far a video is. */
export async function announceToAdmins(
  db: Db,
  { ownerId, video, events }: SiteEvents['video.changed'],
): Promise<void> {
  const userIds = (await adminIds(db)).filter((id) => id !== ownerId)
  if (userIds.length > 0) events.publish({ type: 'users', userIds, event: { type: 'video', video } })
}
