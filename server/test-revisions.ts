import type { RevisionState } from '#contract/review/revisions.ts'
import type { Db } from './data/database.ts'
import { newId } from './data/ids.ts'
import { findItem, type Item } from './features/catalog/versions/items.queries.ts'
import { insertRound, joinRound } from './features/catalog/versions/rounds.queries.ts'
import type { TestApp } from './test-app.ts'

const LONG =
  'Everything about this subject, from the very first step to the last one, with examples. '.repeat(2)

interface NewRevision {
  kind: Item['kind']
  id: string
  state: RevisionState
}

/** A first revision in any state, with another description, written directly. */
export async function insertRevision({ db }: { db: Db }, { kind, id, state }: NewRevision): Promise<string> {
  const item = await findItem(db, kind, id)
  if (!item) throw new Error(`There is no ${kind} ${id}`)
  const { teacherId, playlistId, content, createdAt } = item
  const revisionId = newId(Date.parse(createdAt))
  await db
    .insertInto('revisions')
    .values({
      id: revisionId,
      subject: kind,
      subject_id: id,
      teacher_id: teacherId,
      playlist_id: playlistId,
      course_id: kind === 'course' ? id : null,
      category_id: content.category ?? null,
      image: content.image,
      number: 1,
      base_number: 0,
      content: JSON.stringify({ ...content, description: LONG }),
      state,
      submitted_at: state === 'draft' ? null : createdAt,
      decided_at: state === 'changes' ? createdAt : null,
      created_at: createdAt,
    })
    .execute()
  return revisionId
}

/** An open round with every revision of the playlist and its courses. */
export async function insertRoundOf({ db }: TestApp, playlistId: string): Promise<string> {
  const revisions = await db
    .selectFrom('revisions')
    .select(['id', 'teacher_id', 'created_at'])
    .where('playlist_id', '=', playlistId)
    .execute()
  const [first] = revisions
  if (!first) throw new Error('A round needs a revision.')
  const { teacher_id, created_at: submitted_at } = first
  const roundId = await insertRound(db, { playlist_id: playlistId, teacher_id, message: '', submitted_at })
  await joinRound(
    db,
    roundId,
    revisions.map(({ id }) => id),
  )
  return roundId
}

/** A note of an admin about the title. */
export async function insertReviewNote({ db }: TestApp, revisionId: string): Promise<string> {
  const id = newId()
  const row = { id, revision_id: revisionId, admin_id: null, field: 'title', at_s: null, text: 'Too short.' }
  await db
    .insertInto('review_notes')
    .values({ ...row, created_at: new Date().toISOString() })
    .execute()
  return id
}
