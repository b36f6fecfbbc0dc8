import { readFileSync } from 'node:fs'
import { render } from '@testing-library/react'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { withholdComposedKeys } from './composed-keys.ts'

withholdComposedKeys()

/** The listeners that hear this key press in a field: React's, its own, the document's and the window's. */
function heardBy(init: KeyboardEventInit): string[] {
  const heard: string[] = []
  const hear = (name: string) => () => void heard.push(name)
  const { container, unmount } = render(createElement('input', { onKeyDown: hear('onKeyDown') }))
  const field = container.querySelector('input')
  if (!field) throw new Error('The field is rendered.')
  const listening = new AbortController()
  for (const [name, target] of Object.entries({ field, document, window }))
    target.addEventListener('keydown', hear(name), { signal: listening.signal })
  field.onkeydown = hear('onkeydown')
  document.addEventListener('keydown', hear('capture'), { capture: true, signal: listening.signal })
  field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
  listening.abort()
  unmount()
  return heard
}

test.each(['Enter', 'Escape', 'ArrowDown', 'ArrowUp', 'Tab', 'k', 'Process'])(
  'no listener hears %s while an input method composes',
  (key) => {
    expect(heardBy({ key, isComposing: true, keyCode: 229 })).toEqual([])
    expect(heardBy({ key, isComposing: true })).toEqual([])
    expect(heardBy({ key, ctrlKey: true, isComposing: true })).toEqual([])
  },
)

test('the key that ends a composition in Safari belongs to the input method, too', () => {
  expect(heardBy({ key: 'Enter', isComposing: false, keyCode: 229 })).toEqual([])
})

test('every listener hears the other keys', () => {
  expect(heardBy({ key: 'Enter', keyCode: 13 })).toEqual([
    'capture',
    'field',
    'onkeydown',
    'onKeyDown',
    'document',
    'window',
  ])
})

test('the script of the page, which runs before all others, listens to no key', () => {
  expect(readFileSync('web/index.html', 'utf8')).not.toMatch(/key(?:down|up|press)/i)
})
