import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { Call, CallInput } from '#contract/api.ts'
import { SOMETHING_WENT_WRONG } from '#contract/messages.ts'
import type { QueueItem, QueueRound } from '#contract/review/review.ts'
import type { Round } from '#contract/review/rounds.ts'
import { useCall } from '#web/core/app-context.tsx'
import { userEvents } from '#web/core/live.ts'
import { cursorPages } from '#web/core/query-options.ts'
import { useSession } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'
import { createPendingDecisions, type PendingDecision } from './decide.ts'
import { forgetDecision, keepDecision } from './decision-drafts.ts'
import { revisionAsRound } from './revision-as-round.ts'
import { isOpenRound } from './round-decision.ts'

/** The first element of every query key of the desk. */
export const DESK = 'review desk'
const PAGE = '50'
const CLAIMS_SEEN_MS = 60_000

type DeskQuery = NonNullable<CallInput<'review.list'>['query']>
export type DeskFilter = Pick<DeskQuery, 'state' | 'kind' | 'category' | 'teacher' | 'mine'>

/** The filters in the address, without default values. */
export function filterIn(search: URLSearchParams): DeskFilter {
  const kind = (['playlist', 'course'] as const).find((each) => each === search.get('kind'))
  const [category, teacher] = [search.get('category'), search.get('teacher')]
  return {
    state: (['automatic', 'edited'] as const).find((each) => each === search.get('state')) ?? 'waiting',
    ...(kind && { kind }),
    ...(category && { category }),
    ...(teacher && { teacher }),
    ...(search.get('mine') === 'true' && { mine: 'true' as const }),
  }
}

/** A row of the desk: a round that waits, or a revision in the other lists. */
export type DeskRow = QueueRound | QueueItem

/** The queue page by page, oldest first, with its summary and the reasons. */
export const queueOf = (call: Call, filter: DeskFilter) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: [DESK, 'queue', filter],
    queryFn: ({ pageParam, signal }) =>
      call('review.list', {
        query: {
          ...filter,
          ...(filter.state === 'waiting' && { group: 'rounds' }),
          limit: PAGE,
          cursor: pageParam || undefined,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    // Claims of other admins send no event.
    refetchInterval: CLAIMS_SEEN_MS,
    meta: { toast: true },
  })

/** What a row opens: a round, or a revision as one. */
export const openedOf = (call: Call, state: DeskFilter['state'], id: string) =>
  queryOptions({
    queryKey: [DESK, state === 'waiting' ? 'round' : 'revision as round', id],
    queryFn: async ({ signal }): Promise<Round> =>
      state === 'waiting'
        ? call('review.getRound', { params: { roundId: id }, signal })
        : revisionAsRound(await call('review.get', { params: { revisionId: id }, signal })),
    meta: { silent: true },
  })

/** One round with everything. */
export const roundOf = (call: Call, roundId: string) => openedOf(call, 'waiting', roundId)

/** One revision with everything. */
export const revisionOf = (call: Call, revisionId: string) =>
  queryOptions({
    queryKey: [DESK, 'revision', revisionId],
    queryFn: ({ signal }) => call('review.get', { params: { revisionId }, signal }),
    meta: { silent: true },
  })

/** What an admin has not looked at yet, oldest first. */
export const submittedOf = (call: Call, kind: 'playlist' | 'course') =>
  queryOptions({
    queryKey: [DESK, 'submitted', kind],
    queryFn: async ({ signal }) => {
      const page = await call('review.list', { query: { state: 'submitted', kind, limit: PAGE }, signal })
      return { ...page, items: page.items.filter((item): item is QueueItem => 'subject' in item) }
    },
    meta: { silent: true },
  })

/** After a decision everything that shows the item is stale; the desk itself is read again at once. */
async function invalidateDesk(cache: QueryClient): Promise<void> {
  await cache.invalidateQueries({ refetchType: 'none' })
  await cache.invalidateQueries({ queryKey: [DESK] })
}

function reportFailure({ title }: PendingDecision, error: unknown): void {
  const why = error instanceof Error ? error.message : SOMETHING_WENT_WRONG
  notify.error(`“${title}” was not decided. ${why}`, { timeout: SCREEN_TOAST_MS, everywhere: true })
}

/** The decisions of this visit of the desk. They are sent after five seconds, or when the admin leaves. */
export function useDecisions() {
  const call = useCall()
  const cache = useQueryClient()
  const session = useSession()
  const [decisions] = useState(() =>
    createPendingDecisions({
      call,
      onSent: (decision) => {
        forgetDecision(decision, true)
        void invalidateDesk(cache)
      },
      onFailed: (decision, error) => {
        forgetDecision(decision, false)
        reportFailure(decision, error)
        void invalidateDesk(cache)
      },
    }),
  )
  const state = useSyncExternalStore(decisions.subscribe, decisions.state, decisions.state)
  useEffect(() => {
    const flush = () => decisions.flush()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [decisions])
  return {
    ...decisions,
    ...state,
    add(decision: PendingDecision): void {
      keepDecision(viewerKey(session.current()), decision)
      decisions.add(decision)
    },
    undo(): PendingDecision | undefined {
      const taken = decisions.undo()
      if (taken) forgetDecision(taken, false)
      return taken
    },
  }
}

/**
 * Claims a round as soon as it is open, unless another admin holds it. Returns the function that takes it over.
 */
export function useClaim(round: Round | undefined, adminId: string): () => void {
  const call = useCall()
  const cache = useQueryClient()
  const roundId = round?._id
  /** The last one that was claimed here, so that taking it over does not claim it once more. */
  const claimed = useRef<string>(undefined)
  const isFree =
    round !== undefined && isOpenRound(round) && (round.claim === null || round.claim.admin._id === adminId)

  async function claim(of: string, takeOver: boolean): Promise<void> {
    const { queryKey } = roundOf(call, of)
    claimed.current = of
    try {
      const body = takeOver ? { takeOver } : {}
      const { claim: own } = await call('review.claimRound', { params: { roundId: of }, body })
      cache.setQueryData(queryKey, (read) => read && { ...read, claim: own })
    } catch {
      // A claim blocks no decision. What is worth showing is that another admin was faster.
      await cache.invalidateQueries({ queryKey })
    }
  }
  const open = useEffectEvent(claim)
  useEffect(() => {
    if (roundId !== undefined && isFree && roundId !== claimed.current) void open(roundId, false)
  }, [roundId, isFree])

  return () => roundId !== undefined && void claim(roundId, true)
}

interface Bulk {
  ids: string[]
  state: 'approved' | 'changes' | 'rejected'
  reasons: string[]
}

/** One decision for several rounds, at once. */
export function useDecideMany() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: (body: Bulk) => call('review.decideMany', { body }),
    onSettled: () => invalidateDesk(cache),
  })
}

interface Decided {
  revisionId: string
  body: NonNullable<CallInput<'review.decide'>['body']>
}

/** Decides at once, for screens without Undo. */
export function useDecide() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: ({ revisionId, body }: Decided) => call('review.decide', { params: { revisionId }, body }),
    onSettled: () => cache.invalidateQueries(),
  })
}

/** Reads the desk again when a teacher or another admin has changed something. */
export function useReviewEvents(): void {
  const session = useSession()
  const cache = useQueryClient()
  useEffect(() => {
    const controller = new AbortController()
    const send = (path: string, init: RequestInit) => fetch(path, init)
    const listen = async () => {
      for await (const event of userEvents({ send, session }, controller.signal)) {
        if (event.type === 'review' || event.type === 'reset')
          void cache.invalidateQueries({ queryKey: [DESK] })
      }
    }
    void listen()
    return () => controller.abort()
  }, [session, cache])
}
