import 'fake-indexeddb/auto'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'
import { submitOnCtrlEnter } from './app/submit-on-ctrl-enter.ts'
import { removeDraftsOf } from './core/drafts/drafts.ts'
import { toasts } from './core/toasts.ts'

/** Long enough for a busy machine. */
configure({ asyncUtilTimeout: 15_000 })

/** jsdom does not implement `showModal`. This covers focus and Escape, which asks the dialog on top to close. */
function showDialogs({ prototype }: typeof HTMLDialogElement): void {
  const openers = new Map<HTMLDialogElement, Element | null>()
  prototype.showModal = function showModal(this: HTMLDialogElement): void {
    openers.set(this, document.activeElement)
    this.open = true
  }
  prototype.close = function close(this: HTMLDialogElement): void {
    this.open = false
    const opener = openers.get(this)
    openers.delete(this)
    if (opener instanceof HTMLElement) opener.focus()
  }
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    const top = [...openers.keys()].at(-1)
    if (key !== 'Escape' || defaultPrevented || !top || top.getAttribute('closedby') === 'none') return
    if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close()
  })
}
// Tests of server rendering have no document.
if ('HTMLDialogElement' in globalThis) {
  showDialogs(HTMLDialogElement)
  submitOnCtrlEnter()
}
// jsdom implements none of these, and lays nothing out. Browsers' own behaviour is covered by the end-to-end tests.
if ('HTMLElement' in globalThis) {
  globalThis.ResizeObserver = class {
    observe = () => undefined
    unobserve = () => undefined
    disconnect = () => undefined
  }
  HTMLElement.prototype.hidePopover = () => undefined
  HTMLElement.prototype.scrollIntoView = () => undefined
  HTMLElement.prototype.setPointerCapture = () => undefined
}

/** A console error, such as a React warning, fails the test. */
const consoleErrors: string[] = []

beforeEach(() => {
  consoleErrors.length = 0
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...words: unknown[]) =>
      consoleErrors.push(`console.${level}: ${words.map(String).join(' ')}`)
  }
})

afterEach(async () => {
  cleanup()
  await removeDraftsOf(() => true)
  // The drafts and toasts of one test must not reach the next.
  globalThis.sessionStorage?.clear()
  globalThis.localStorage?.clear()
  toasts.subscribe(() => undefined)()
  expect(consoleErrors).toEqual([])
})
