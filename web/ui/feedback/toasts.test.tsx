import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { ToastMessage } from './toasts.tsx'
import { Toasts } from './toasts.tsx'

afterEach(() => void vi.useRealTimers())

function renderToasts() {
  const listeners = new Set<(toast: ToastMessage) => void>()
  const source = {
    subscribe(show: (toast: ToastMessage) => void) {
      listeners.add(show)
      return () => listeners.delete(show)
    },
  }
  const on = (path: string, nextPath?: string) => (
    <Toasts source={source} timeout={0} path={path} nextPath={nextPath} />
  )
  const { rerender, unmount } = render(on('/one'))
  const notify = (toast: ToastMessage) =>
    act(() => {
      for (const listener of listeners) listener(toast)
    })
  const show = (tone: ToastMessage['tone'], text: string, timeout?: number) => notify({ tone, text, timeout })
  const navigate = (path: string, nextPath?: string) => rerender(on(path, nextPath))
  return { show, notify, navigate, listeners, unmount }
}

const texts = () =>
  screen.getAllByRole('button', { name: 'Dismiss' }).map((button) => button.parentElement?.textContent)

test('a success is announced politely and an error at once, both in the region Notifications', () => {
  const { show } = renderToasts()
  show('success', 'Playlist status updated successfully!')
  show('error', 'Something went wrong!')
  const region = within(screen.getByRole('region', { name: 'Notifications' }))
  expect(region.getByRole('status').textContent).toBe('Playlist status updated successfully!')
  expect(region.getByRole('alert').textContent).toBe('Something went wrong!')
})

test('the newest toast is on top, and at most four are visible', () => {
  const { show } = renderToasts()
  for (const text of ['one', 'two', 'three', 'four', 'five']) show('info', text)
  expect(texts()).toEqual(['five', 'four', 'three', 'two', 'one'])
  const inert = document.querySelectorAll('[inert]')
  expect([...inert].map((toast) => toast.textContent)).toEqual(['one'])
})

test('a toast can be dismissed by its own button', async () => {
  const { show } = renderToasts()
  show('error', 'first')
  show('error', 'second')
  const [top] = screen.getAllByRole('button', { name: 'Dismiss' })
  if (top) await userEvent.setup().click(top)
  await waitFor(() => expect(texts()).toEqual(['first']))
})

test('a toast disappears after its own timeout, which overrides the default', async () => {
  const { show } = renderToasts()
  show('info', 'short', 1)
  show('info', 'stays')
  await waitFor(() => expect(texts()).toEqual(['stays']))
})

test('the toasts unsubscribe when they unmount', () => {
  const { listeners, unmount } = renderToasts()
  expect(listeners.size).toBe(1)
  unmount()
  expect(listeners.size).toBe(0)
})

test('a repeated toast is counted and its timeout restarts; the same text in another tone is a separate toast', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { show } = renderToasts()
  show('error', 'No network.', 5000)
  vi.advanceTimersByTime(4000)
  show('error', 'No network.', 5000)
  show('error', 'No network.', 5000)
  show('info', 'No network.')
  expect(texts()).toEqual(['No network.', 'No network.×3'])
  vi.advanceTimersByTime(4000)
  expect(texts()).toHaveLength(2)
  vi.advanceTimersByTime(2000)
  await waitFor(() => expect(texts()).toEqual(['No network.']))
  show('error', 'No network.', 5000)
  expect(texts()).toEqual(['No network.', 'No network.'])
})

test('a navigation clears the errors of the previous screen, but no successes and no errors of the new one', async () => {
  const { show, notify, navigate } = renderToasts()
  show('error', 'of the former')
  show('success', 'Saved.')
  notify({ tone: 'error', text: 'of no screen', everywhere: true })
  navigate('/one', '/two')
  show('error', 'of the new')
  navigate('/two')
  await waitFor(() => expect(texts()).toEqual(['of the new', 'of no screen', 'Saved.']))
})

test('a toast can have one action', async () => {
  const { notify } = renderToasts()
  const run = vi.fn()
  notify({ tone: 'error', text: 'You should login', action: { label: 'Log in', run } })
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  expect(run).toHaveBeenCalledOnce()
})

test('a toast with two actions closes with either', async () => {
  const { notify } = renderToasts()
  const runs: string[] = []
  const undo = { label: 'Undo', run: () => runs.push('undo') }
  const write = { label: 'Add a note', run: () => runs.push('write') }
  notify({ tone: 'success', text: 'Bookmarked.', action: undo, secondAction: write })
  await userEvent.click(screen.getByRole('button', { name: 'Add a note' }))
  expect(runs).toEqual(['write'])
  await waitFor(() => expect(screen.queryByText('Bookmarked.')).toBeNull())
})
