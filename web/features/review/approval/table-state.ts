import { useLocation, useSearchParams } from 'react-router'
import { APPROVAL_STATUSES, type Status } from '#contract/catalog/status-values.ts'
import type { Order } from '#web/ui/table/data-table.tsx'

const within = <Word extends string>(words: readonly Word[], word: string | null): Word | undefined =>
  words.find((each) => each === word)

/** The default order of the server. */
const NEWEST_FIRST: { by: string; order: Order } = { by: 'created', order: 'desc' }

/** The filters and the order of an admin table. They are stored in the address, so that going back restores them. */
export function useTableState<Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  const [search, setSearch] = useSearchParams()
  const status: Status | undefined = within(APPROVAL_STATUSES, search.get('status'))
  const sort = within(sorts, search.get('sort'))
  const order: Order = search.get('order') === 'asc' ? 'asc' : 'desc'
  const q = search.get('q')?.trim() ?? ''

  function change(changes: Record<string, string>): void {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(changes)) {
      if (value === '') next.delete(key)
      else next.set(key, value)
    }
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  return {
    status,
    /** Whether a filter is set. An empty table then does not mean that there are no items. */
    narrowed: q !== '' || status !== undefined,
    q,
    sorted: sort ? { by: sort, order } : NEWEST_FIRST,
    query: { ...(status && { status }), ...(q && { q }), ...(sort && { sort, order }) },
    change,
  }
}

export type TableState = ReturnType<typeof useTableState>

/** The filter of the table that the admin came from. It travels in the state of the links, so that a reload keeps it. */
export interface TableLinkState {
  table: string
}

/** The query of that table, such as `?status=pending`; empty without one. */
export function useTableSearch(): string {
  const { state }: { state: unknown } = useLocation()
  return isTableLinkState(state) ? state.table : ''
}

const isTableLinkState = (state: unknown): state is TableLinkState =>
  typeof state === 'object' && state !== null && 'table' in state && typeof state.table === 'string'
