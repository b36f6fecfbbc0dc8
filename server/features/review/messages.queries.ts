import type { ReviewMessage } from '#contract/review/review.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

const findMessages = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('review_messages')
    .leftJoin('users', 'users.id', 'review_messages.author_id')
    .select(['review_messages.id', 'review_messages.note_id', 'review_messages.text'])
    .select(['review_messages.created_at', 'users.id as author_id', 'users.username'])
    .where(params.among('review_messages.note_id', 'ids'))
    .orderBy('review_messages.note_id')
    .orderBy('review_messages.id'),
)

/** The messages about these notes, oldest first, by the id of the first note of the conversation. */
export async function messagesByNote(db: Db, noteIds: string[]): Promise<Map<string, ReviewMessage[]>> {
  if (noteIds.length === 0) return new Map()
  const rows = await findMessages(db, { ids: noteIds })
  const groups = Map.groupBy(rows, ({ note_id }) => note_id)
  return new Map(
    [...groups].map(([id, group]) => [
      id,
      group.map(({ id: _id, text, author_id, username, created_at }) => ({
        _id,
        text,
        author: author_id === null || username === null ? null : { _id: author_id, username },
        createdAt: created_at,
      })),
    ]),
  )
}

interface NewMessage {
  /** The first note of the conversation. */
  noteId: string
  authorId: string
  text: string
}

/** Adds a message; returns its id. */
export async function insertMessage(trx: Db, { noteId, authorId, text }: NewMessage): Promise<string> {
  const now = Date.now()
  const id = newId(now)
  const row = { id, note_id: noteId, author_id: authorId, text, created_at: new Date(now).toISOString() }
  await trx.insertInto('review_messages').values(row).execute()
  return id
}

/** The admins who wrote the note or a message of its conversation, except the teacher. */
export async function adminsInConversation(trx: Db, noteId: string, teacherId: string): Promise<string[]> {
  const [notes, messages] = await Promise.all([
    trx
      .selectFrom('review_notes')
      .select('admin_id as id')
      .where(({ eb, or }) => or([eb('id', '=', noteId), eb('carried_from', '=', noteId)]))
      .execute(),
    trx.selectFrom('review_messages').select('author_id as id').where('note_id', '=', noteId).execute(),
  ])
  const ids = [...notes, ...messages].flatMap(({ id }) => id ?? [])
  return [...new Set(ids)].filter((id) => id !== teacherId)
}
