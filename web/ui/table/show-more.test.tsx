import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ShowMore } from './show-more.tsx'

const KEY = ['numbers']

interface NumbersProps {
  answer: (page: number) => Promise<number>
}

/** Three pages of one number. */
function Numbers({ answer }: NumbersProps) {
  const list = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam }) => answer(pageParam),
    initialPageParam: 1,
    getNextPageParam: (last: number) => (last < 3 ? last + 1 : undefined),
  })
  return (
    <main>
      <ul>
        {list.data?.pages.map((number) => (
          <li key={number}>{number}</li>
        ))}
      </ul>
      {list.hasNextPage && <ShowMore list={list} />}
    </main>
  )
}

const open = (cache: QueryClient, answer: NumbersProps['answer']) =>
  render(
    <QueryClientProvider client={cache}>
      <Numbers answer={answer} />
    </QueryClientProvider>,
  )

const numbers = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('a refetch while the next page is requested does not lose it', async () => {
  const cache = new QueryClient()
  const first = Promise.withResolvers<void>()
  const requested: number[] = []
  const answer: NumbersProps['answer'] = async (page) => {
    requested.push(page)
    if (page === 2) await first.promise
    return page
  }
  open(cache, answer)
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(requested).toEqual([1, 2])
  const refetched = cache.invalidateQueries({ queryKey: KEY })
  first.resolve()
  await refetched
  await expect.poll(numbers).toEqual(['1', '2'])
  expect(requested).toEqual([1, 2, 1, 2])
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await expect.poll(numbers).toEqual(['1', '2', '3'])
})

test('a press while the list is refetched loses neither the refetch nor the next page', async () => {
  const cache = new QueryClient()
  const again = Promise.withResolvers<void>()
  const requested: number[] = []
  const answer: NumbersProps['answer'] = async (page) => {
    requested.push(page)
    if (requested.length === 2) await again.promise
    return page
  }
  open(cache, answer)
  const button = await screen.findByRole('button', { name: 'Show more' })
  void cache.invalidateQueries({ queryKey: KEY })
  await userEvent.click(button)
  again.resolve()
  await expect.poll(numbers).toEqual(['1', '2'])
  expect(requested).toEqual([1, 1, 2])
})

test('a next page that fails is requested once per press', async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const requested: number[] = []
  const answer: NumbersProps['answer'] = async (page) => {
    requested.push(page)
    if (page === 2 && requested.length === 2) throw new Error('The network failed.')
    return page
  }
  open(cache, answer)
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await expect.poll(() => cache.getQueryState(KEY)?.status).toBe('error')
  expect(requested).toEqual([1, 2])
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await expect.poll(numbers).toEqual(['1', '2'])
})
