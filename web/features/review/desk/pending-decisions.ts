import type { Call, CallInput } from '#contract/api.ts'

/** How long a decision can be taken back, in milliseconds. */
export const UNDO_MS = 5000

export type DecisionSent = NonNullable<CallInput<'review.decide'>['body']>

export interface PendingDecision {
  /** The revision on the screen. */
  revisionId: string
  title: string
  /** `Approved “Mixing in Small Rooms” and 6 videos.` */
  text: string
  /** Every revision that leaves the queue. */
  covers: readonly string[]
  /** One request for each; notes about a video belong to the revision of that video. */
  requests: readonly { revisionId: string; body: DecisionSent }[]
}

interface Held extends PendingDecision {
  due: number
  timer: ReturnType<typeof setTimeout>
}

export interface DecisionsState {
  /** The newest decision that can be taken back, and when it is sent (milliseconds since 1970). */
  latest: (PendingDecision & { due: number }) | undefined
  /** Revisions that are decided here, also when the server does not know it yet. */
  decided: ReadonlySet<string>
  /** How many of them the server does not know yet. */
  unsent: number
}

interface DecisionsOptions {
  call: Call
  onSent: () => void
  onFailed: (decision: PendingDecision, error: unknown) => void
}

/**
 * Decisions wait here for five seconds before they are sent, so that they can be taken back. `flush` sends all at once, for
 * when the admin leaves the page.
 */
export function createPendingDecisions({ call, onSent, onFailed }: DecisionsOptions) {
  let held: readonly Held[] = []
  let decided: ReadonlySet<string> = new Set()
  let state: DecisionsState = { latest: undefined, decided, unsent: 0 }
  const listeners = new Set<() => void>()

  function update(): void {
    state = {
      latest: held.at(-1),
      decided,
      unsent: held.reduce((sum, { covers }) => sum + covers.length, 0),
    }
    for (const listener of listeners) listener()
  }

  function release(decision: Held): void {
    clearTimeout(decision.timer)
    held = held.filter((each) => each !== decision)
  }

  const putBack = ({ covers }: PendingDecision) => {
    decided = decided.difference(new Set(covers))
  }

  async function send(decision: Held): Promise<void> {
    release(decision)
    update()
    try {
      await Promise.all(
        decision.requests.map(({ revisionId, body }) =>
          // A request that is on its way when the admin leaves must arrive, too.
          call('review.decide', { params: { revisionId }, body, keepalive: true }),
        ),
      )
      onSent()
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
      const entry: Held = { ...decision, due: Date.now() + UNDO_MS, timer }
      held = [...held, entry]
      decided = decided.union(new Set(decision.covers))
      update()
    },
    /** Takes the newest decision back and returns it. */
    undo(): PendingDecision | undefined {
      const last = held.at(-1)
      if (last === undefined) return
      release(last)
      putBack(last)
      update()
      return last
    },
    flush(): void {
      for (const decision of held) void send(decision)
    },
  }
}
