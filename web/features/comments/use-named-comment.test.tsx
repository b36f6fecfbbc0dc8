import { renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { useNamedComment } from './use-named-comment.ts'

test('after a page that fails to load, no further pages are loaded', () => {
  const fetchNextPage = vi.fn(async () => undefined)
  const list = { data: { pages: [{ threads: [] }] }, hasNextPage: true, fetchNextPage }
  const { rerender } = renderHook((state) => useNamedComment({ ...list, ...state }), {
    initialProps: { isFetching: false, isError: false },
    wrapper: ({ children }) => <MemoryRouter initialEntries={['/?comment=1']}>{children}</MemoryRouter>,
  })
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
  rerender({ isFetching: true, isError: false })
  rerender({ isFetching: false, isError: true })
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
})
