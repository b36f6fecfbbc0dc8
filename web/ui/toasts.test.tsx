import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ToastNotice } from './toasts.tsx'
import { Toasts } from './toasts.tsx'

function shown() {
  const listeners = new Set<(notice: ToastNotice) => void>()
  const source = {
    subscribe(show: (notice: ToastNotice) => void) {
      listeners.add(show)
      return () => listeners.delete(show)
    },
  }
  const { unmount } = render(<Toasts source={source} timeout={0} />)
  const say = (tone: ToastNotice['tone'], text: string, timeout?: number) =>
    act(() => {
      for (const listener of listeners) listener({ tone, text, timeout })
    })
  return { say, listeners, unmount }
}

const texts = () =>
  screen.getAllByRole('button', { name: 'Dismiss' }).map((button) => button.parentElement?.textContent)

test('a success waits its turn, an error interrupts, both in the region Notifications', () => {
  const { say } = shown()
  say('success', 'Playlist status updated successfully!')
  say('error', 'Something went wrong!')
  const region = within(screen.getByRole('region', { name: 'Notifications' }))
  expect(region.getByRole('status').textContent).toBe('Playlist status updated successfully!')
  expect(region.getByRole('alert').textContent).toBe('Something went wrong!')
})

test('the newest is on top, and four are shown at most', () => {
  const { say } = shown()
  for (const text of ['one', 'two', 'three', 'four', 'five']) say('info', text)
  expect(texts()).toEqual(['five', 'four', 'three', 'two', 'one'])
  const inert = document.querySelectorAll('[inert]')
  expect([...inert].map((toast) => toast.textContent)).toEqual(['one'])
})

test('a toast can be dismissed by its own button', async () => {
  const { say } = shown()
  say('error', 'first')
  say('error', 'second')
  const [top] = screen.getAllByRole('button', { name: 'Dismiss' })
  if (top) await userEvent.setup().click(top)
  await waitFor(() => expect(texts()).toEqual(['first']))
})

test('a toast leaves by itself after its own time, which overrides the default', async () => {
  const { say } = shown()
  say('info', 'short', 1)
  say('info', 'stays')
  await waitFor(() => expect(texts()).toEqual(['stays']))
})

test('the source is let go when the page goes', () => {
  const { listeners, unmount } = shown()
  expect(listeners.size).toBe(1)
  unmount()
  expect(listeners.size).toBe(0)
})
