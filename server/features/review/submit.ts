import {
  CHECKLIST_FAILED,
  DESCRIPTION_CHECK_MIN,
  DESCRIPTION_SHORT,
  filesFailed,
  NOTES_OPEN,
  NOTHING_TO_SUBMIT,
  NOTHING_TO_WITHDRAW,
  PICTURE_MISSING,
  TITLE_CHECK_MIN,
  TITLE_SHORT,
  TRUSTED,
  VIDEOS_MISSING,
  videoFails,
} from '#contract/review/review-messages.ts'
import { characters } from '#contract/text-rule.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { RevisionRow } from '#server/data/review-rows.ts'
import { COURSE_NOT_FOUND, PLAYLIST_NOT_FOUND } from '#server/features/catalog/playlists/visibility.ts'
import { type Content, contentOf } from '#server/features/catalog/versions/content.ts'
import { findItem, findItems, type Item } from '#server/features/catalog/versions/items.queries.ts'
import { newestRevision } from '#server/features/catalog/versions/revisions.queries.ts'
import {
  decideItem,
  isWaiting,
  settle,
  submitItem,
  withdrawItem,
} from '#server/features/catalog/versions/revisions.ts'
import { settleRound } from '#server/features/catalog/versions/rounds.ts'
import { statesAmong } from '#server/features/video/videos.queries.ts'
import { failingAmong } from '#server/features/video-links/checks/video-checks.ts'
import { AppError } from '#server/http/app-error.ts'
import { notifyWaiting } from './notices.ts'
import {
  countCoursesInside,
  draftCourseIds,
  hasOpenNotes,
  isDrawnPicture,
  isTrusted,
} from './submit.queries.ts'

interface Submitter {
  teacher: Viewer
  meta: RequestMeta
}

interface Submission {
  /** The ids of the items. */
  submitted: string[]
  /** Pictures that nothing may show any more. */
  released: string[]
  /** A trusted teacher's items are approved at once. */
  trusted: boolean
}

async function ownItem(trx: Db, teacher: Viewer, { kind, id }: Pick<Item, 'kind' | 'id'>): Promise<Item> {
  await lockToChange(trx, 'users', { id: teacher.id })
  const item = await findItem(trx, kind, id)
  if (item?.teacherId === teacher.id) return item
  throw new AppError('not_found', kind === 'playlist' ? PLAYLIST_NOT_FOUND : COURSE_NOT_FOUND)
}

/**
 * Submits a playlist with its draft courses; with `only`, the playlist alone. A playlist that waits or is approved submits its
 * drafts only. Throws `invalid` when the checklist fails, and `conflict` when there is nothing to submit.
 */
export function submitPlaylist(
  db: Db,
  submitter: Submitter,
  { id, only = false, courses: chosen, message }: Submitted,
): Promise<Submission> {
  return transaction(db, async (trx) => {
    const playlist = await ownItem(trx, submitter.teacher, { kind: 'playlist', id })
    const courses = only ? [] : await coursesToSubmit(trx, id, chosen)
    const newest = await newestRevision(trx, id)
    const goesAlong = submits(playlist, newest, { only, hasCourses: courses.length > 0 })
    const errors = {
      ...(goesAlong && (await playlistFaults(trx, playlist, newest))),
      ...(await videoFaults(trx, courses)),
    }
    rejectErrors(errors)
    const items = goesAlong ? [playlist, ...courses] : courses
    return submitAll(trx, submitter, { items, message })
  })
}

/** Whether the checklist of a draft playlist and its videos has nothing to say. */
export async function isReady(db: Db, id: string): Promise<boolean> {
  const [playlist, courseIds, newest] = await Promise.all([
    findItem(db, 'playlist', id),
    draftCourseIds(db, id),
    newestRevision(db, id),
  ])
  if (!playlist) return false
  const [faults, failing] = await Promise.all([
    playlistFaults(db, playlist, newest),
    findItems(db, 'course', courseIds).then((courses) => videoFaults(db, courses)),
  ])
  return Object.keys({ ...faults, ...failing }).length === 0
}

interface Submitted {
  id: string
  only?: boolean | undefined
  /** The courses that go along; by default all drafts. */
  courses?: string[] | undefined
  /** Goes to the reviewer. */
  message?: string | undefined
}

/** The chosen courses, or the drafts in teaching order. Throws `not_found` for a course of another playlist. */
async function coursesToSubmit(trx: Db, playlistId: string, chosen: string[] | undefined): Promise<Item[]> {
  if (chosen === undefined) return findItems(trx, 'course', await draftCourseIds(trx, playlistId))
  const ids = [...new Set(chosen)]
  const courses = (await findItems(trx, 'course', ids)).filter((each) => each.playlistId === playlistId)
  if (courses.length < ids.length) throw new AppError('not_found', COURSE_NOT_FOUND)
  return courses
}

/** Whether the playlist itself is submitted: on an approved one an edit that was sent back only when it is what is meant. */
function submits(
  { isApproved }: Item,
  newest: RevisionRow | undefined,
  { only, hasCourses }: { only: boolean; hasCourses: boolean },
): boolean {
  if (newest === undefined) return !isApproved
  if (newest.state === 'draft') return true
  if (newest.state === 'approved' || isWaiting(newest.state)) return false
  return !isApproved || only || !hasCourses
}

/** Submits one course. Throws as `submitPlaylist`. */
export function submitCourse(db: Db, submitter: Submitter, id: string): Promise<Submission> {
  return transaction(db, async (trx) => {
    const course = await ownItem(trx, submitter.teacher, { kind: 'course', id })
    rejectErrors(await videoFaults(trx, [course]))
    return submitAll(trx, submitter, { items: [course] })
  })
}

/** Submits courses of one playlist, all or none. Throws as `submitPlaylist`, and `not_found` if one of them is not in it. */
export function submitCourses(
  db: Db,
  submitter: Submitter,
  { playlistId, ids }: { playlistId: string; ids: string[] },
): Promise<Submission> {
  return transaction(db, async (trx) => {
    await ownItem(trx, submitter.teacher, { kind: 'playlist', id: playlistId })
    const courses = await coursesToSubmit(trx, playlistId, ids)
    rejectErrors(await videoFaults(trx, courses))
    return submitAll(trx, submitter, { items: courses })
  })
}

async function submitAll(
  trx: Db,
  { teacher, meta }: Submitter,
  { items, message }: { items: Item[]; message?: string | undefined },
): Promise<Submission> {
  const trusted = await isTrusted(trx, teacher.id)
  for (const { id } of items) await checkNotes(trx, id)
  const sent: Item[] = []
  for (const item of items) {
    const revision = await submitItem(trx, item)
    if (!revision) continue
    sent.push(item)
    if (trusted) await approveAtOnce(trx, meta, { item, revision })
  }
  const [first] = sent
  if (!first) throw new AppError('conflict', NOTHING_TO_SUBMIT)
  await settleRound(trx, first.playlistId, message)
  if (trusted) await settle(trx, teacher.id, [first.playlistId])
  else await notifyWaiting(trx, sent)
  const released = trusted ? sent.map(({ content }) => content.image) : []
  return { submitted: sent.map(({ id }) => id), released, trusted }
}

async function checkNotes(trx: Db, itemId: string): Promise<void> {
  if (await hasOpenNotes(trx, itemId)) throw new AppError('conflict', NOTES_OPEN)
}

async function approveAtOnce(
  trx: Db,
  meta: RequestMeta,
  { item, revision }: { item: Item; revision: RevisionRow },
): Promise<void> {
  await decideItem(trx, { item, revision }, { to: 'approved', adminId: null, message: TRUSTED })
  await audit(trx, meta, {
    action: `${item.kind}.decided`,
    subject: item.id,
    detail: { from: 'submitted', to: 'approved', number: revision.number, message: TRUSTED },
  })
}

/** Takes an item back from review. Throws `conflict` when it is not in review. */
export function withdraw(db: Db, teacher: Viewer, { kind, id }: Pick<Item, 'kind' | 'id'>): Promise<void> {
  return transaction(db, async (trx) => {
    const item = await ownItem(trx, teacher, { kind, id })
    if (!(await withdrawItem(trx, item))) throw new AppError('conflict', NOTHING_TO_WITHDRAW)
    await settleRound(trx, item.playlistId)
  })
}

function rejectErrors(errors: Record<string, string>): void {
  if (Object.keys(errors).length > 0) throw new AppError('invalid', CHECKLIST_FAILED, { errors })
}

/** The checklist of a playlist, in the order in which the screen shows it. */
async function playlistFaults(trx: Db, item: Item, newest: RevisionRow | undefined) {
  const { title, description, image }: Content = newest ? contentOf(newest) : item.content
  return {
    ...(characters(title) < TITLE_CHECK_MIN && { title: TITLE_SHORT }),
    ...(characters(description) < DESCRIPTION_CHECK_MIN && { description: DESCRIPTION_SHORT }),
    ...((await isDrawnPicture(trx, image)) && { mainPlaylistImage: PICTURE_MISSING }),
    ...((await countCoursesInside(trx, item.id)) === 0 && { courses: VIDEOS_MISSING }),
  }
}

/** Videos that are known not to play and files that could not be prepared, by the id of their course. */
async function videoFaults(trx: Db, courses: Item[]): Promise<Record<string, string>> {
  const written = await Promise.all(courses.map((course) => writtenContent(trx, course)))
  const videos = written.flatMap(({ video }) => video ?? [])
  const failing = await failingAmong(trx, videos)
  const uploads = videos.filter(({ source }) => source === 'upload').map(({ key }) => key)
  const states = await statesAmong(trx, uploads)
  const faults = written.map(({ title, video }) => {
    if (video && failing.has(videoKeyOf(video))) return videoFails(title)
    return video?.source === 'upload' && states.get(video.key)?.state === 'failed' && filesFailed([title])
  })
  return Object.fromEntries(
    courses.flatMap(({ id }, index) => (faults[index] ? [[`courses.${id}`, faults[index]]] : [])),
  )
}

/** What is submitted of an item: its newest version. */
async function writtenContent(trx: Db, item: Item): Promise<Content> {
  const newest = await newestRevision(trx, item.id)
  return newest ? contentOf(newest) : item.content
}
