import type { Call, CallInput } from '#contract/api.ts'

/** How long a decision can be taken back, in milliseconds. */
export const UNDO_MS = 5000

export interface PendingDecision {
  roundId: string
  /** The drafts of the desk belong to the playlist, because the round may end before they are sent. */
  playlistId: string
  title: string
  /** `Approved “Mixing in Small Rooms” and 6 videos.` */
  text: string
  body: NonNullable<CallInput<'review.decideRound'>['body']>
}

interface Unsent extends PendingDecision {
  due: number
  timer: ReturnType<typeof setTimeout> | undefined
}

export interface DecisionsState {
  /** The newest decision that can be taken back, and when it is sent (milliseconds since 1970). */
  latest: (PendingDecision & { due: number }) | undefined
  /** Rounds that are decided here, also when the server does not know it yet. */
  decided: ReadonlySet<string>
  /** How many of them the server does not know yet. */
  unsent: number
}

interface DecisionsOptions {
  call: Call
  onSent: (decision: PendingDecision) => void
  onFailed: (decision: PendingDecision, error: unknown) => void
}

/**
 * Decisions wait here for five seconds before they are sent, so that they can be taken back. `flush` sends all at once, for
 * when the admin leaves the page.
 */
export function createPendingDecisions({ call, onSent, onFailed }: DecisionsOptions) {
  let unsent: readonly Unsent[] = []
  let decided: ReadonlySet<string> = new Set()
  let state: DecisionsState = { latest: undefined, decided, unsent: 0 }
  const listeners = new Set<() => void>()

  function update(): void {
    state = { latest: unsent.at(-1), decided, unsent: unsent.length }
    for (const listener of listeners) listener()
  }

  function release(decision: Unsent): void {
    clearTimeout(decision.timer)
    unsent = unsent.filter((each) => each !== decision)
  }

  const putBack = ({ roundId }: PendingDecision) => {
    decided = decided.difference(new Set([roundId]))
  }

  async function send(decision: Unsent): Promise<void> {
    const { roundId, body } = decision
    release(decision)
    update()
    try {
      // A request that is on its way when the admin leaves must arrive, too.
      await call('review.decideRound', { params: { roundId }, body, keepalive: true })
      onSent(decision)
    } catch (error) {
      putBack(decision)
      update()
      onFailed(decision, error)
    }
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    add(decision: PendingDecision): void {
      const timer = setTimeout(() => void send(entry), UNDO_MS)
      const entry: Unsent = { ...decision, due: Date.now() + UNDO_MS, timer }
      unsent = [...unsent, entry]
      decided = decided.union(new Set([decision.roundId]))
      update()
    },
    /** Takes the newest decision back and returns it. */
    undo(): PendingDecision | undefined {
      const last = unsent.at(-1)
      if (last === undefined) return
      release(last)
      putBack(last)
      update()
      return last
    },
    /** Sends a decision of an earlier visit without waiting. */
    sendNow: (decision: PendingDecision): Promise<void> => {
      decided = decided.union(new Set([decision.roundId]))
      return send({ ...decision, due: 0, timer: undefined })
    },
    flush(): void {
      for (const decision of unsent) void send(decision)
    },
  }
}
