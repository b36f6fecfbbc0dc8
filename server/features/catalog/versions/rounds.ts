import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import {
  insertRound,
  joinRound,
  openRoundOf,
  unsettledPlaylists,
  updateRound,
  waitingRevisions,
} from './rounds.queries.ts'

/**
 * Brings the open round of a playlist up to date: what waits is in it, and it ends when nothing waits any more. Call it after
 * every change of what waits, in a transaction that has locked the teacher. `message` goes to the reviewer.
 */
export async function settleRound(trx: Db, playlistId: string, message = ''): Promise<void> {
  const [open, waiting] = await Promise.all([openRoundOf(trx, playlistId), waitingRevisions(trx, playlistId)])
  const [first] = waiting
  if (!first) {
    if (open) await updateRound(trx, open.id, { ...NOT_CLAIMED, decided_at: new Date().toISOString() })
    return
  }
  const { teacher_id, submitted_at, created_at } = first
  const round = { playlist_id: playlistId, teacher_id, message, submitted_at: submitted_at ?? created_at }
  const roundId = open?.id ?? (await insertRound(trx, round))
  const others = waiting.filter(({ round_id }) => round_id !== roundId).map(({ id }) => id)
  await joinRound(trx, roundId, others)
  if (open && message !== '')
    await updateRound(trx, open.id, { message: joinMessages(open.message, message) })
}

export const NOT_CLAIMED = { assigned_to: null, assigned_until: null }

/** Nothing that a teacher wrote to the reviewer is lost when more is submitted. */
function joinMessages(former: string, message: string): string {
  return former === '' ? message : `${former}\n\n${message}`
}

/**
 * Settles the rounds of playlists that an older program changed, or one without rounds beside this one. Returns how many there
 * were.
 */
export async function settleMissedRounds(db: Db): Promise<number> {
  let settled = 0
  for (;;) {
    const playlists = await unsettledPlaylists(db)
    if (playlists.length === 0) return settled
    for (const { id, teacherId } of playlists) {
      await transaction(db, async (trx) => {
        await lockToChange(trx, 'users', { id: teacherId })
        await settleRound(trx, id)
      })
    }
    settled += playlists.length
  }
}
