import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'

/** What is waited for comes late on a busy machine; a test that waits in vain still ends. */
configure({ asyncUtilTimeout: 15_000 })

/** jsdom has dialogs, but shows none: what a browser does with them as far as focus and Escape go. */
function showDialogs({ prototype }: typeof HTMLDialogElement): void {
  const openers = new WeakMap<HTMLDialogElement, Element | null>()
  prototype.showModal = function showModal(this: HTMLDialogElement): void {
    openers.set(this, document.activeElement)
    this.open = true
    this.addEventListener('keydown', ({ key }) => {
      const closes = key === 'Escape' && this.getAttribute('closedby') !== 'none'
      if (closes && this.dispatchEvent(new Event('cancel', { cancelable: true }))) this.close()
    })
  }
  prototype.close = function close(this: HTMLDialogElement): void {
    this.open = false
    const opener = openers.get(this)
    if (opener instanceof HTMLElement) opener.focus()
  }
}
// What is rendered on the server has no document.
if ('HTMLDialogElement' in globalThis) showDialogs(HTMLDialogElement)

/** What React and others complain about is a fault of the test or of the component: it fails the test. */
const consoleErrors: string[] = []

beforeEach(() => {
  consoleErrors.length = 0
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...words: unknown[]) =>
      consoleErrors.push(`console.${level}: ${words.map(String).join(' ')}`)
  }
})

afterEach(() => {
  cleanup()
  // What one test typed is no draft of the next.
  globalThis.sessionStorage?.clear()
  expect(consoleErrors).toEqual([])
})
