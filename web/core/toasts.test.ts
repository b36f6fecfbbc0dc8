import { expect, test, vi } from 'vitest'
import { notify, type ToastMessage, toasts } from './toasts.ts'

test('a toast without a screen stays 5000 ms', () => {
  const received: ToastMessage[] = []
  const unsubscribe = toasts.subscribe((toast) => received.push(toast))
  notify.error('Your session has expired. Please log in again.')
  notify.info('Longer.', { timeout: 10_000 })
  unsubscribe()
  expect(received.map(({ timeout }) => timeout)).toEqual([5000, 10_000])
})

test('a toast before the region is rendered downloads it, and pending toasts appear in order', () => {
  const fetched = vi.fn()
  const forget = toasts.onFirst(fetched)
  notify.success('one')
  notify.success('two')
  expect(fetched).toHaveBeenCalled()
  const received: string[] = []
  const unsubscribe = toasts.subscribe(({ text }) => received.push(text))
  notify.success('three')
  expect(received).toEqual(['one', 'two', 'three'])
  unsubscribe()
  forget()
})
