import { sql } from 'kysely'
import type { FullRevision } from '#contract/review/review.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { contentOf } from '#server/features/catalog/versions/content.ts'
import { sentContents } from '#server/features/catalog/versions/details.queries.ts'
import { findItems } from '#server/features/catalog/versions/items.queries.ts'
import {
  newestRevisions,
  reviewKeysOf,
  sentStatus,
} from '#server/features/catalog/versions/newest.queries.ts'
import { isOutsideTrash } from '#server/features/catalog/versions/revisions.queries.ts'
import { decisionsByRevision } from './entries.queries.ts'

const findInside = prepared((db, params: Params<{ playlistId: string }>) =>
  db
    .selectFrom('courses')
    .select(['id', 'duration_s'])
    .where('playlist_id', '=', params.value('playlistId'))
    .orderBy('position')
    .orderBy('id'),
)

const findContents = prepared((db, params: Params<{ ids: string[] }>) =>
  db.selectFrom('revisions').select(['subject_id', 'content']).where(params.among('id', 'ids')),
)

/** The courses of a playlist in teaching order, each as its newest version that waits. */
export async function siblingCourses(db: Db, playlistId: string): Promise<FullRevision['courses']> {
  const inside = await findInside(db, { playlistId })
  const ids = inside.map(({ id }) => id)
  const [items, newest] = await Promise.all([findItems(db, 'course', ids), newestRevisions(db, ids)])
  const waiting = [...newest.values()].filter(({ state }) => state === 'submitted' || state === 'in_review')
  const contents = await findContents(db, { ids: waiting.map(({ _id }) => _id) })
  const versions = new Map(contents.map((row) => [row.subject_id, contentOf(row)]))
  const courses = new Map(items.map((item) => [item.id, item]))
  const shown = inside.flatMap(({ id, duration_s }) => {
    const item = courses.get(id)
    return item ? { item, duration: duration_s, content: versions.get(id) ?? item.content } : []
  })
  const sent = await sentContents(
    db,
    shown.map(({ content }) => content),
  )
  return shown.flatMap(({ item, duration, content }, at) => {
    const image = sent[at]?.image
    const { stage, revision } = {
      stage: undefined,
      revision: undefined,
      ...reviewKeysOf(
        { status: item.status, publish_at: item.publishAt, scheduled_at: item.scheduledAt },
        newest.get(item.id),
      ),
    }
    if (!(image && content.video)) return []
    return {
      _id: item.id,
      title: content.title,
      image,
      video: content.video,
      durationSeconds: content.video === item.content.video ? duration : null,
      status: sentStatus(item.status),
      ...(stage && { stage }),
      ...(revision && { revision }),
    }
  })
}

const DECISIONS_SHOWN = 5

/** The newest decisions about a teacher's items. */
export async function lastDecisionsOf(db: Db, teacherId: string): Promise<FullRevision['lastDecisions']> {
  const rows = await db
    .selectFrom('revisions')
    .select(['id', 'subject', 'subject_id', 'content'])
    .where('teacher_id', '=', teacherId)
    .where('decided_at', 'is not', null)
    .where(isOutsideTrash)
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(DECISIONS_SHOWN))
    .execute()
  const decisions = await decisionsByRevision(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) => {
    const last = decisions.get(row.id)?.at(-1)
    const subject = { kind: row.subject, _id: row.subject_id, title: contentOf(row).title }
    return last ? { ...last, subject } : []
  })
}
