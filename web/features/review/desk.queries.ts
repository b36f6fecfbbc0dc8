import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Call, CallInput, CallReply } from '#contract/api.ts'
import { SOMETHING_WENT_WRONG } from '#contract/messages.ts'
import { codeOf } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { userEvents } from '#web/core/live.ts'
import { cursorPages } from '#web/core/query-options.ts'
import { useSession } from '#web/core/session.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'
import { createPendingDecisions, type PendingDecision } from './pending-decisions.ts'

/** The first element of every query key of the desk. */
export const DESK = 'review desk'
const PAGE = '50'
const CLAIMS_SEEN_MS = 60_000

type DeskQuery = NonNullable<CallInput<'review.list'>['query']>
export type DeskFilter = Pick<DeskQuery, 'state' | 'kind' | 'category' | 'teacher' | 'mine'>
export type Claim = CallReply<'review.claim'>['claim']

/** The filters in the address, without default values. */
export function filterIn(search: URLSearchParams): DeskFilter {
  const kind = (['playlist', 'course'] as const).find((each) => each === search.get('kind'))
  const [category, teacher] = [search.get('category'), search.get('teacher')]
  return {
    state: search.get('state') === 'automatic' ? 'automatic' : 'waiting',
    ...(kind && { kind }),
    ...(category && { category }),
    ...(teacher && { teacher }),
    ...(search.get('mine') === 'true' && { mine: 'true' as const }),
  }
}

/** The queue page by page, oldest first, with its summary and the reasons. */
export const queueOf = (call: Call, filter: DeskFilter) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: [DESK, 'queue', filter],
    queryFn: ({ pageParam, signal }) =>
      call('review.list', { query: { ...filter, limit: PAGE, cursor: pageParam || undefined }, signal }),
    placeholderData: keepPreviousData,
    // Claims of other admins send no event.
    refetchInterval: CLAIMS_SEEN_MS,
    meta: { toast: true },
  })

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
    queryFn: ({ signal }) =>
      call('review.list', { query: { state: 'submitted', kind, limit: PAGE }, signal }),
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
  const [decisions] = useState(() =>
    createPendingDecisions({
      call,
      onSent: () => void invalidateDesk(cache),
      onFailed: (decision, error) => {
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
  return { ...decisions, ...state }
}

/** Claims the revision as soon as it is open. Says who holds it, and takes it over on request. */
export function useClaim(revisionId: string | undefined, isClaimable: boolean) {
  const call = useCall()
  const [held, setHeld] = useState<{ of: string; claim?: Claim; heldBy?: string }>()

  async function claim(of: string, takeOver: boolean, isCurrent: () => boolean): Promise<void> {
    try {
      const { claim: own } = await call('review.claim', {
        params: { revisionId: of },
        body: takeOver ? { takeOver } : {},
      })
      if (isCurrent()) setHeld({ of, claim: own })
    } catch (error) {
      // A claim blocks no decision: without one the desk works, and only another admin's name is worth showing.
      if (isCurrent() && codeOf(error) === 'conflict' && error instanceof Error)
        setHeld({ of, heldBy: error.message })
    }
  }
  const open = useEffectEvent(claim)
  useEffect(() => {
    if (revisionId === undefined || !isClaimable) return
    let isCurrent = true
    void open(revisionId, false, () => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [revisionId, isClaimable])

  return {
    ...(held !== undefined && held.of === revisionId ? held : undefined),
    takeOver: () => revisionId !== undefined && void claim(revisionId, true, () => true),
  }
}

interface Bulk {
  ids: string[]
  state: 'approved' | 'changes' | 'rejected'
  reasons: string[]
}

/** One decision for several revisions, at once. */
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
