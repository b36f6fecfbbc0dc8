import { expect, test } from 'vitest'
import { withholdComposedKeys } from './composed-keys.ts'

withholdComposedKeys()

/** The listeners that hear this key press in a field: its own, the document's and the window's. */
function heardBy(init: KeyboardEventInit): string[] {
  const field = document.body.appendChild(document.createElement('input'))
  const heard: string[] = []
  const listening = new AbortController()
  for (const [name, target] of Object.entries({ field, document, window }))
    target.addEventListener('keydown', () => heard.push(name), { signal: listening.signal })
  field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
  listening.abort()
  field.remove()
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
  expect(heardBy({ key: 'Enter', keyCode: 13 })).toEqual(['field', 'document', 'window'])
})
