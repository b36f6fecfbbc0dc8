import { NOT_FOUND } from '#contract/not-found.ts'
import type { DecisionState } from '#contract/review/decisions.ts'
import type { Db } from '#server/data/database.ts'
import { AppError } from '#server/http/app-error.ts'
import { type Decider, decide, revisionToUse } from './decide.ts'
import { decideRound, roundToUse } from './decide-round.ts'
import { checkReviewer, type SelfReview } from './reviewers.ts'

interface Decisions {
  /** Of revisions and rounds. */
  ids: string[]
  state: DecisionState
  reasons: string[]
}

/** The same decision for several revisions or rounds, each for itself. Says what failed and why. */
export async function decideMany(
  db: Db,
  decider: Decider,
  { selfReview, decision: { ids, state, reasons } }: { selfReview: SelfReview; decision: Decisions },
) {
  const decided: string[] = []
  const items: string[] = []
  const released: string[] = []
  const failed: { _id: string; message: string }[] = []
  const decideOne = async (id: string) => {
    const [revision, round] = await Promise.all([revisionToUse(db, id), roundToUse(db, id)])
    const found = revision ?? round
    if (!found) throw new AppError('not_found', NOT_FOUND.revision)
    await checkReviewer(db, { admin: decider.admin, selfReview }, found.teacher_id)
    if (revision) return decide(db, decider, { revision, decision: { state, reasons } })
    const decision = { state, reasons, message: '', notes: [], videos: [] }
    return decideRound(db, decider, { round: found, decision })
  }
  for (const id of new Set(ids)) {
    try {
      const one = await decideOne(id)
      released.push(...one.released)
      items.push(...one.decided)
      decided.push(id)
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'invalid') throw error
      failed.push({ _id: id, message: error.message })
    }
  }
  return { decided, failed, items, released }
}
