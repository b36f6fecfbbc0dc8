import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { editItem } from '#server/features/catalog/versions/edits.ts'
import { addMissingRevisions } from '#server/features/catalog/versions/first-revisions.queries.ts'
import { findItem, type Item } from '#server/features/catalog/versions/items.queries.ts'
import { currentRevision, decideItem, submitItem } from '#server/features/catalog/versions/revisions.ts'
import { settleRound } from '#server/features/catalog/versions/rounds.ts'
import { insertMessage } from '#server/features/review/messages.queries.ts'
import { insertNotes, writeReply } from '#server/features/review/notes.queries.ts'
import { listReasons } from '#server/features/review/reasons.queries.ts'
import type { DemoReport, DemoReview } from './content.ts'
import { createdAt, type InsertedCourse } from './playlists.ts'

interface Reviewing {
  review: DemoReview
  adminId: string
}

/** Fills the review desk: what is pending waits, an approved course has a changed version, and one was sent back with notes. */
export async function insertReview(trx: Db, { review, adminId }: Reviewing): Promise<void> {
  const { changes, edit, rounds } = review
  await sendBack(trx, { adminId, changes })
  const online = await courseCalled(trx, edit.course)
  if (online) {
    const { title, description, videoId } = edit
    const edits = { title, description, video: { source: 'youtube' as const, key: videoId } }
    await editItem(trx, online, { edits, draft: false, reviewEdits: 'all' })
  }
  await addMissingRevisions(trx)
  await insertRounds(trx, { adminId, rounds })
}

async function sendBack(
  trx: Db,
  { adminId, changes }: { adminId: string; changes: DemoReview['changes'] },
): Promise<void> {
  const course = await courseCalled(trx, changes.course)
  if (!course) return
  const item: Item = { ...course, status: 'pending' }
  const revision = await currentRevision(trx, item)
  const reasons = await reasonIds(trx, changes.reasons)
  const { message, notes } = changes
  await decideItem(trx, { item, revision }, { to: 'changes', adminId, reasons, message })
  await insertNotes(trx, { revisionId: revision.id, adminId, notes })
}

async function reasonIds(trx: Db, texts: readonly string[]): Promise<string[]> {
  return (await listReasons(trx)).filter(({ text }) => texts.includes(text)).map(({ _id }) => _id)
}

type Rounds = DemoReview['rounds']

/** Sends a playlist back again and again; each time its teacher answers the note and submits it once more. */
async function insertRounds(
  trx: Db,
  { adminId, rounds }: { adminId: string; rounds: Rounds },
): Promise<void> {
  const { former, message, description } = rounds
  const row = await trx
    .selectFrom('playlists')
    .select('id')
    .where('title', '=', rounds.playlist)
    .executeTakeFirst()
  if (!row) return
  await settleRound(trx, row.id)
  for (const each of former) {
    const item = await findItem(trx, 'playlist', row.id)
    if (item) await answerRound(trx, item, { adminId, ...each })
    await submitAgain(trx, row.id, each === former.at(-1) ? { description, message } : {})
  }
}

async function submitAgain(
  trx: Db,
  playlistId: string,
  { description, message }: { description?: string; message?: string },
): Promise<void> {
  const draft = await findItem(trx, 'playlist', playlistId)
  if (draft && description !== undefined)
    await editItem(trx, draft, { edits: { description }, draft: true, reviewEdits: 'all' })
  const changed = await findItem(trx, 'playlist', playlistId)
  if (changed) await submitItem(trx, changed)
  await settleRound(trx, playlistId, message)
}

/** An admin sends the playlist back with a note, which its teacher answers. */
async function answerRound(
  trx: Db,
  item: Item,
  { adminId, reasons, message, note, answer }: Rounds['former'][number] & { adminId: string },
): Promise<void> {
  const revision = await currentRevision(trx, item)
  const verdict = { to: 'changes' as const, adminId, reasons: await reasonIds(trx, reasons), message }
  await decideItem(trx, { item, revision }, verdict)
  const [noteId = ''] = await insertNotes(trx, { revisionId: revision.id, adminId, notes: [note] })
  await settleRound(trx, item.playlistId)
  await writeReply(trx, noteId, answer)
  await insertMessage(trx, { noteId, authorId: item.teacherId, text: answer })
}

async function courseCalled(trx: Db, title: string): Promise<Item | undefined> {
  const row = await trx.selectFrom('courses').select('id').where('title', '=', title).executeTakeFirst()
  return row && findItem(trx, 'course', row.id)
}

const HOUR = 3_600_000

interface Reported {
  report: DemoReport
  courses: InsertedCourse[]
  students: string[]
}

/** Inserts a comment by one student and a report about it by another. */
export async function insertReport(trx: Db, { report, courses, students }: Reported): Promise<void> {
  const course = courses.find(({ isPublic }) => isPublic)
  const [reporterId, authorId] = students
  if (!course || reporterId === undefined || authorId === undefined) return
  const [written, reported] = [Date.now() - 30 * HOUR, Date.now() - 26 * HOUR]
  const commentId = newId(written)
  const comment = { id: commentId, course_id: course.id, user_id: authorId, text: report.comment }
  await trx
    .insertInto('comments')
    .values({ ...comment, ...createdAt(written) })
    .execute()
  await trx
    .insertInto('reports')
    .values({
      id: newId(reported),
      reporter_id: reporterId,
      subject_kind: 'comment',
      subject_id: commentId,
      author_id: authorId,
      course_id: course.id,
      hides_at: null,
      reason: report.reason,
      text: report.text,
      state: 'open',
      created_at: new Date(reported).toISOString(),
    })
    .execute()
}
