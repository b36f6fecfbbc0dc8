import { afterEach, expect, test } from 'vitest'
import { deskCommandOf, reasonIndexOf } from './desk-keys.tsx'

afterEach(() => {
  document.body.replaceChildren()
})

function press(code: string, { on = document.body, ...init }: KeyboardEventInit & { on?: Element } = {}) {
  const { promise, resolve } = Promise.withResolvers<KeyboardEvent>()
  document.addEventListener('keydown', resolve, { once: true })
  on.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true, ...init }))
  return promise
}

function add(name: string, attributes: Record<string, string> = {}): Element {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  document.body.append(element)
  return element
}

test('A, C, R, N, J and Z are the commands of the desk', async () => {
  const names: unknown[] = []
  for (const letter of 'ACRNJZX') names.push(deskCommandOf(await press(`Key${letter}`)))
  expect(names).toEqual(['approve', 'requestChanges', 'reject', 'note', 'skip', 'undo', undefined])
})

test('keys do nothing while the admin types, with another key, while held down, and while a dialog is open', async () => {
  for (const on of [add('textarea'), add('input'), add('select')])
    expect(deskCommandOf(await press('KeyA', { on }))).toBeUndefined()
  for (const held of ['ctrlKey', 'altKey', 'metaKey', 'shiftKey', 'repeat'])
    expect(deskCommandOf(await press('KeyA', { [held]: true }))).toBeUndefined()
  expect(deskCommandOf(await press('KeyA', { on: add('input', { type: 'checkbox' }) }))).toBe('approve')
  add('dialog', { open: '' })
  expect(deskCommandOf(await press('KeyA'))).toBeUndefined()
})

test('the digits from 1 to 8 choose reasons', async () => {
  expect(reasonIndexOf(await press('Digit1'))).toBe(0)
  expect(reasonIndexOf(await press('Numpad8'))).toBe(7)
  expect(reasonIndexOf(await press('Digit9'))).toBeUndefined()
  expect(reasonIndexOf(await press('Digit1', { on: add('textarea') }))).toBeUndefined()
})
