import { NOT_FOUND } from '#contract/not-found.ts'
import type { ReviewMessage } from '#contract/review/review.ts'
import { CONVERSATION_OVER } from '#contract/review/review-messages.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { AppError } from '#server/http/app-error.ts'
import { insertMessage, messagesByNote } from './messages.queries.ts'
import { type FoundNote, findNote, isDecidedLater, writeReply } from './notes.queries.ts'
import { notifyReply } from './notices.ts'

interface Message {
  author: Viewer
  note: FoundNote
  text: string
}

/** The teacher or an admin writes about a note. Throws `conflict` when the next version of its item is decided. */
export async function writeMessage(db: Db, { author, note, text }: Message): Promise<ReviewMessage> {
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: note.teacher_id })
    const now = await findNote(trx, note.id)
    if (!now) throw new AppError('not_found', NOT_FOUND.reviewNote)
    if (await isDecidedLater(trx, now)) throw new AppError('conflict', CONVERSATION_OVER)
    const id = await addMessage(trx, { author, note: now, text })
    if (author.id === now.teacher_id) await writeReply(trx, now.id, text)
    const messages = (await messagesByNote(trx, [now.first_id])).get(now.first_id) ?? []
    const message = messages.find(({ _id }) => _id === id)
    if (!message) throw new AppError('not_found', NOT_FOUND.reviewNote)
    return message
  })
}

/** Adds a message to the conversation about a note, and notifies the other side. */
export async function addMessage(trx: Db, { author, note, text }: Message): Promise<string> {
  const id = await insertMessage(trx, { noteId: note.first_id, authorId: author.id, text })
  await notifyReply(trx, { author, note })
  return id
}
