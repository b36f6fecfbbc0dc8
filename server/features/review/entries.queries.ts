import { z } from 'zod'
import type { Decision, ReviewedContent, RevisionEntry } from '#contract/review/review.ts'
import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { newestFirst, type PageRequest, readPage } from '#server/data/list-query.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { type Content, changesOf, contentOf } from '#server/features/catalog/versions/content.ts'
import { onlineDetails, sentContents } from '#server/features/catalog/versions/details.queries.ts'
import { findItems } from '#server/features/catalog/versions/items.queries.ts'
import { isOutsideTrash } from '#server/features/catalog/versions/revisions.queries.ts'
import { isWaiting } from '#server/features/catalog/versions/revisions.ts'
import { notesByRevision } from './notes.queries.ts'
import { reasonTexts } from './reasons.queries.ts'
import { statusOf, subjectOf, type WholeRow, wholeRows } from './revision-rows.queries.ts'

const decisionRows = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('decisions')
    .leftJoin('users', 'users.id', 'decisions.admin_id')
    .select(['decisions.id', 'decisions.revision_id', 'decisions.from_state', 'decisions.to_state'])
    .select([
      'decisions.reasons',
      'decisions.message',
      'decisions.at',
      'users.id as admin_id',
      'users.username',
    ])
    .where(params.among('decisions.revision_id', 'ids'))
    .orderBy('decisions.revision_id')
    .orderBy('decisions.id'),
)

const Ids = z.array(z.string())

/** The decisions about these revisions, oldest first, by the id of the revision. */
export async function decisionsByRevision(db: Db, ids: string[]): Promise<Map<string, Decision[]>> {
  const [rows, texts] = await Promise.all([decisionRows(db, { ids }), reasonTexts(db)])
  const decisions = rows.map(({ revision_id, from_state, to_state, admin_id, username, ...row }) => ({
    revisionId: revision_id,
    decision: {
      _id: row.id,
      from: from_state,
      to: to_state,
      reasons: Ids.parse(JSON.parse(row.reasons)).map((id) => ({ _id: id, text: texts.get(id) ?? '' })),
      message: row.message,
      admin: admin_id === null || username === null ? null : { _id: admin_id, username },
      at: row.at,
    },
  }))
  const groups = Map.groupBy(decisions, ({ revisionId }) => revisionId)
  return new Map([...groups].map(([id, group]) => [id, group.map(({ decision }) => decision)]))
}

/** Former versions by the id of their item and their number. */
async function formerContents(
  db: Db,
  rows: WholeRow[],
): Promise<(subjectId: string, number: number) => Content | undefined> {
  const numbers = rows.flatMap(({ number, base_number }) => [number - 1, base_number])
  const former = await db
    .selectFrom('revisions')
    .select(['subject_id', 'number', 'content'])
    .where(
      'subject_id',
      'in',
      rows.map(({ subject_id }) => subject_id),
    )
    .where('number', 'in', [...new Set(numbers)])
    .execute()
  const contents = new Map(former.map((row) => [`${row.subject_id} ${row.number}`, contentOf(row)]))
  return (subjectId, number) => contents.get(`${subjectId} ${number}`)
}

/** What each version is compared with on the desk: what is online, else the version that was approved before it. */
async function basesOf(db: Db, rows: WholeRow[]): Promise<(Content | undefined)[]> {
  const edits = rows.filter((row) => statusOf(row) === 'approved' && row.state !== 'approved')
  const of = (kind: WholeRow['subject']) =>
    findItems(
      db,
      kind,
      edits.filter(({ subject }) => subject === kind).map(({ subject_id }) => subject_id),
    )
  const [playlists, courses, former] = await Promise.all([
    of('playlist'),
    of('course'),
    formerContents(db, rows),
  ])
  const items = [...playlists, ...courses]
  const details = await onlineDetails(db, items)
  const online = new Map(items.map(({ id, content }) => [id, { ...content, ...details.get(id) }]))
  return rows.map((row) =>
    edits.includes(row) ? online.get(row.subject_id) : former(row.subject_id, row.base_number),
  )
}

async function previousOf(db: Db, rows: WholeRow[]): Promise<(Content | undefined)[]> {
  const former = await formerContents(db, rows)
  return rows.map(({ subject_id, number }) => former(subject_id, number - 1))
}

interface Entries {
  /** `base`: what is online; `previous`: the version before. */
  before: 'base' | 'previous'
  /** The teacher gets notes with the decision. */
  isAdmin: boolean
}

/** Versions with what happened to them. The number of queries is constant. */
export async function entriesOf(
  db: Db,
  rows: WholeRow[],
  { before, isAdmin }: Entries,
): Promise<RevisionEntry[]> {
  const ids = rows.map(({ id }) => id)
  const [befores, decisions, notes] = await Promise.all([
    before === 'base' ? basesOf(db, rows) : previousOf(db, rows),
    decisionsByRevision(db, ids),
    notesByRevision(db, ids),
  ])
  const contents = rows.map(contentOf)
  const sent = await sentContents(db, [...contents, ...befores.flatMap((each) => each ?? [])])
  const sentBefores = sent.slice(rows.length).values()
  return rows.map((row, at) => {
    const former = befores[at]
    const beforeSent: ReviewedContent | undefined = former && sentBefores.next().value
    return {
      _id: row.id,
      subject: subjectOf(row),
      number: row.number,
      baseNumber: row.base_number,
      state: row.state,
      createdAt: row.created_at,
      submittedAt: row.submitted_at,
      decidedAt: row.decided_at,
      changes: changesOf(former, contentOf(row)),
      before: beforeSent ?? null,
      content: sent[at] ?? { title: '', description: '' },
      decisions: decisions.get(row.id) ?? [],
      notes: isAdmin || !isWaiting(row.state) ? (notes.get(row.id) ?? []) : [],
    }
  })
}

const NEWEST_FIRST = newestFirst('history', 'revisions.id')

interface HistoryPage extends PageRequest {
  playlistId: string
  course: string | undefined
}

/** One page of the versions of a playlist and its courses, newest first. */
export async function historyRows(db: Db, { playlistId, course, ...request }: HistoryPage) {
  const all = db
    .selectFrom('revisions')
    .where('playlist_id', '=', playlistId)
    .where(isOutsideTrash)
    .$if(course !== undefined, (query) =>
      query.where('subject_id', '=', isId(course ?? '') ? (course ?? '') : ''),
    )
  const [{ rows, nextCursor }, { n }] = await Promise.all([
    readPage(all.select('id'), NEWEST_FIRST, request),
    all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  const ids = rows.map(({ id }) => id)
  return { rows: await wholeRows(db, ids), total: n, nextCursor }
}
