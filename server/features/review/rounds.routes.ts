import { roundsApi } from '#contract/review/rounds.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import { decideRound, roundToUse } from './decide-round.ts'
import { writeMessage } from './messages.ts'
import { noteToAnswer } from './notes.ts'
import { announceRevisions } from './notices.ts'
import { checkReviewer, claimRound } from './reviewers.ts'
import { readRound } from './rounds.ts'

/** The messages of decisions. */
export const DECIDED = {
  approved: 'Approved.',
  changes: 'Changes requested.',
  rejected: 'Rejected.',
} as const

export function roundRoutes(context: AppContext): void {
  const { db, images } = context
  const { selfReview } = context.settings

  route(context, roundsApi.get, {
    object: ({ reading, param }) => roundToUse(reading, param('roundId')),
    run: ({ reading, viewer, object: { id } }) => readRound(reading, viewer, id),
  })

  route(context, roundsApi.claim, {
    object: ({ param }) => roundToUse(db, param('roundId')),
    changes: () => NO_TAGS,
    run: async ({ viewer, object: round, body: { takeOver = false } }) => ({
      success: true as const,
      message: 'You are reviewing this.',
      claim: await claimRound(db, viewer, { round, takeOver }),
    }),
  })

  route(context, roundsApi.decide, {
    object: async ({ viewer, param }) => {
      const round = await roundToUse(db, param('roundId'))
      if (round) await checkReviewer(db, { admin: viewer, selfReview }, round.teacher_id)
      return round
    },
    run: async ({ viewer, object: round, body: decision, meta }) => {
      const { released, decided } = await decideRound(db, { admin: viewer, meta }, { round, decision })
      await images.release(released)
      await announceRevisions(context, decided)
      return {
        success: true as const,
        message: DECIDED[decision.state],
        data: await readRound(db, viewer, round.id),
      }
    },
  })

  route(context, roundsApi.writeMessage, {
    object: ({ param }) => noteToAnswer(db, param('reviewNoteId')),
    changes: () => NO_TAGS,
    run: async ({ viewer, object: note, body: { text } }) => {
      const message = await writeMessage(db, { author: viewer, note, text })
      await announceRevisions(context, [note.subject_id])
      return { message }
    },
  })
}
