import { NOT_FOUND } from '#contract/not-found.ts'
import type { NoteDraft } from '#contract/review/decisions.ts'
import type { ReviewNote } from '#contract/review/review.ts'
import { REVISION_CHANGED } from '#contract/review/review-messages.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { RevisionRow } from '#server/data/review-rows.ts'
import { findRevision } from '#server/features/catalog/versions/revisions.queries.ts'
import { isWaiting } from '#server/features/catalog/versions/revisions.ts'
import { AppError } from '#server/http/app-error.ts'
import { whoDecided } from './decide.ts'
import { addMessage } from './messages.ts'
import { type FoundNote, findNote, insertNotes, readNote, writeAnswer } from './notes.queries.ts'

/** Adds a note to a revision that waits; the teacher gets it with the decision. */
export async function addNote(
  db: Db,
  admin: Viewer,
  { revision, draft }: { revision: Pick<RevisionRow, 'id' | 'teacher_id'>; draft: NoteDraft },
): Promise<ReviewNote> {
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: revision.teacher_id })
    const now = await findRevision(trx, revision.id)
    if (!(now && isWaiting(now.state))) {
      const decided = now && (await whoDecided(trx, now, { adminId: admin.id }))
      throw new AppError('conflict', decided ?? REVISION_CHANGED)
    }
    const [id = ''] = await insertNotes(trx, { revisionId: now.id, adminId: admin.id, notes: [draft] })
    return orNotFound(await readNote(trx, id))
  })
}

/** A note that was sent with a decision; the teacher does not see others. */
export async function noteToAnswer(db: Db, id: string): Promise<(FoundNote & Resource) | undefined> {
  const note = isId(id) ? await findNote(db, id) : undefined
  return note && !isWaiting(note.state) ? { ...note, access: { ownerId: note.teacher_id } } : undefined
}

interface Answer {
  done: boolean
  answer?: string | null | undefined
}

/** The teacher has done what the note says, or answers it. A new answer is also a message of the conversation. */
export async function answerNote(
  db: Db,
  teacher: Viewer,
  { note, done, answer }: Answer & { note: FoundNote },
): Promise<ReviewNote> {
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: note.teacher_id })
    const now = await findNote(trx, note.id)
    if (now && typeof answer === 'string' && answer !== now.answer)
      await addMessage(trx, { author: teacher, note: now, text: answer })
    await writeAnswer(trx, note.id, { resolvedAt: done ? new Date().toISOString() : null, answer })
    return orNotFound(await readNote(trx, note.id))
  })
}

function orNotFound(note: ReviewNote | undefined): ReviewNote {
  if (!note) throw new AppError('not_found', NOT_FOUND.reviewNote)
  return note
}
