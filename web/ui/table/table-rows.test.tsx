import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type RowList, TableRows } from './table-rows.tsx'

const quiet: RowList = { isPending: false, isError: false, refetch: () => undefined }
const empty = { drawing: 'playlists', title: 'No playlists yet!' } as const

/** Three rows on two pages. */
function Paged() {
  const list = useInfiniteQuery({
    queryKey: ['rows'],
    queryFn: ({ pageParam }) => (pageParam === 1 ? ['one', 'two'] : ['three']),
    initialPageParam: 1,
    getNextPageParam: (page: string[]) => (page.length === 2 ? 2 : undefined),
  })
  const loaded = list.data?.pages.flat().length ?? 0
  return (
    <TableRows what="playlists" list={list} loaded={loaded} total={3} empty={empty}>
      <p>{loaded} rows</p>
    </TableRows>
  )
}

test('a loading list says so and shows no empty state', () => {
  render(
    <TableRows what="playlists" list={{ ...quiet, isPending: true }} loaded={0} empty={empty}>
      rows
    </TableRows>,
  )
  expect(screen.getByRole('status').textContent).toBe('Loading playlists')
  expect(screen.queryByRole('heading')).toBeNull()
})

test('more rows are loaded and counted; then the focus moves from the button to the count', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Paged />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('2 of 3')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('3 rows')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('3 of 3'))
})

test('a list that failed to load can be retried', async () => {
  const refetch = vi.fn()
  render(
    <TableRows what="playlists" list={{ ...quiet, isError: true, refetch }} loaded={0} empty={empty}>
      rows
    </TableRows>,
  )
  expect(screen.getByRole('heading', { name: 'No playlists yet!' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})
