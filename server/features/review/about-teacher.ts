import type { FullRevision } from '#contract/review/review.ts'
import type { Db } from '#server/data/database.ts'
import { reportsAbout } from './item-reports.queries.ts'
import { type QueueFilter, queueIds } from './queue.queries.ts'
import { queueItems } from './revision-rows.queries.ts'
import { lastDecisionsOf } from './surroundings.queries.ts'

const OTHER_ITEMS_MAX = 20

interface About {
  teacherId: string
  /** The revisions that are shown already. */
  ids: string[]
  subject: Pick<FullRevision['subject'], 'kind' | '_id'>
}

/** What an admin sees beside a revision or a round. */
export async function aboutTeacher(db: Db, { teacherId, ids: shown, subject }: About) {
  const filter: QueueFilter = { state: 'waiting', teacher: teacherId, claimedBy: undefined }
  const { ids } = await queueIds(db, filter, { limit: OTHER_ITEMS_MAX + shown.length })
  const others = ids.filter((each) => !shown.includes(each)).slice(0, OTHER_ITEMS_MAX)
  const [otherItems, lastDecisions, reports] = await Promise.all([
    queueItems(db, others),
    lastDecisionsOf(db, teacherId),
    reportsAbout(db, { kind: subject.kind, id: subject._id }),
  ])
  return { otherItems, lastDecisions, reports }
}
