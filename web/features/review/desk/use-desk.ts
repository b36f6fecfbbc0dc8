import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import type { QueueRound } from '#contract/review/review.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { BULK_MAX, type BulkState } from './bulk.tsx'
import type { PendingDecision } from './decide.ts'
import { type DeskFilter, type DeskRow, filterIn, openedOf, queueOf, useDecisions } from './desk.queries.ts'
import type { Arrival } from './open-round.tsx'

/** So many rows before the end of what is loaded, the next page is read. */
const READ_AHEAD = 10

/** The queue, the open item and what moves between them. The address has the filters and the item. */
export function useDesk() {
  const decisions = useDecisions()
  const address = useDeskAddress()
  const { filter, wanted } = address
  const queue = useQueue(filter, decisions.decided)
  const { visible } = queue
  const isSideBySide = useSideBySide()
  const asked = wanted ?? (isSideBySide ? visible[0]?._id : undefined)
  const { opened, nextId } = useOpened(queue, filter.state, asked)
  // An older link may have named a version of the round.
  const selected = opened.data?._id ?? asked
  const chosen = useChosen(visible)
  const arrival = useRef<{ at: string | undefined; by: Arrival }>(undefined)

  function move(id: string | undefined): void {
    arrival.current = { at: id, by: 'move' }
    address.open(id)
  }
  function decide(decision: PendingDecision): void {
    const next = followingOf(visible, decision.roundId)
    decisions.add(decision)
    move(next?._id)
  }
  function undo(): void {
    const taken = decisions.undo()
    if (taken) move(taken.roundId)
  }

  const [page] = queue.list.data?.pages ?? []
  return {
    ...address,
    ...queue,
    decisions,
    summary: page?.summary,
    reasons: page?.reasons ?? [],
    selected,
    opened,
    chosen,
    /** Chosen items are in sight beside the open one, so its keys decide about them. */
    bulk:
      isSideBySide && chosen.items.length > 0
        ? { count: chosen.items.length, onDecide: chosen.setState }
        : undefined,
    /** How the admin came to this item, the first time that it asks. */
    takeArrival(): Arrival | undefined {
      const { at, by } = arrival.current ?? {}
      if (at !== asked) return undefined
      arrival.current = undefined
      return by
    },
    clicked(id: string): void {
      arrival.current = { at: id, by: 'click' }
    },
    decide,
    undo,
    skip: () => nextId !== undefined && move(nextId),
  }
}

export type Desk = ReturnType<typeof useDesk>

/** The row after the one that is decided. */
function followingOf(visible: readonly DeskRow[], decided: string): DeskRow | undefined {
  const here = visible.findIndex(({ _id }) => _id === decided)
  return visible[here + 1] ?? visible.find(({ _id }) => _id !== decided)
}

function useDeskAddress() {
  const [search, setSearch] = useSearchParams()
  const filter = filterIn(search)
  const addressWith = (changes: Record<string, string>) => {
    const changed = new URLSearchParams(search)
    for (const [key, value] of Object.entries(changes)) {
      if (value === '') changed.delete(key)
      else changed.set(key, value)
    }
    return changed
  }
  const change = (changes: Record<string, string>) =>
    setSearch(addressWith(changes), { replace: true, preventScrollReset: true })
  return {
    filter,
    isNarrowed: Object.keys(filter).length > 1,
    /** The item in the address. On a narrow screen it has the place of the queue. */
    wanted: search.get('item') ?? undefined,
    addressOf: (id: string) => `?${addressWith({ item: id })}`,
    narrow: (changes: Record<string, string>) => change({ ...changes, item: '' }),
    open: (id: string | undefined) => change({ item: id ?? '' }),
  }
}

/** The rows without those that are decided here. */
function useQueue(filter: ReturnType<typeof filterIn>, decided: ReadonlySet<string>) {
  const enabled = useCurrentUser()?.isAdmin === true
  const list = useInfiniteQuery({ ...queueOf(useCall(), filter), enabled })
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data])
  const visible = useMemo(() => items.filter(({ _id }) => !decided.has(_id)), [items, decided])
  return { list, items, visible }
}

/** The open item. The next one is read ahead, and so is the next page near its end. */
function useOpened(
  { list, visible }: ReturnType<typeof useQueue>,
  state: DeskFilter['state'],
  selected: string | undefined,
) {
  const call = useCall()
  const cache = useQueryClient()
  const isAdmin = useCurrentUser()?.isAdmin === true
  const opened = useQuery({
    ...openedOf(call, state, selected ?? ''),
    enabled: isAdmin && selected !== undefined,
  })
  const openId = opened.data?._id ?? selected
  const at = visible.findIndex(({ _id }) => _id === openId)
  const next = visible[at + 1] ?? visible[0]
  const nextId = next?._id === openId ? undefined : next?._id
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const isNearEnd = hasNextPage && !isFetchingNextPage && at + READ_AHEAD >= visible.length
  useEffect(() => {
    if (isNearEnd) void fetchNextPage()
  }, [isNearEnd, fetchNextPage])
  useEffect(() => {
    if (isAdmin && nextId !== undefined) void cache.prefetchQuery(openedOf(call, state, nextId))
  }, [isAdmin, nextId, cache, call, state])
  return { opened, nextId }
}

/** The items that are ticked in the queue, and the decision about them whose dialog is open. */
function useChosen(visible: readonly DeskRow[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [state, setState] = useState<BulkState>()
  const items = visible.filter((row): row is QueueRound => 'playlist' in row && ids.has(row._id))
  return {
    ids,
    items,
    state,
    setState,
    choose(id: string, isChosen: boolean): void {
      const next = new Set(items.map(({ _id }) => _id))
      if (!isChosen) next.delete(id)
      else if (next.size < BULK_MAX) next.add(id)
      setIds(next)
    },
    clear: () => setIds(new Set()),
    remove: (decided: readonly string[]) => setIds(ids.difference(new Set(decided))),
  }
}

/** From this width on queue and item are beside each other; below, they are two views. `desk.module.css` has it too. */
const query = () => window.matchMedia('(min-width: 900px)')

function subscribe(listener: () => void): () => void {
  const list = query()
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether queue and item are beside each other. */
const useSideBySide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => true,
  )
