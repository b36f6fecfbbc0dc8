import { useLocation } from 'react-router'

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
