import { expect, test } from 'vitest'
import { Email } from './user-fields.ts'

/** 254 characters. */
const LONG = `aa@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example`

test.each([
  'ada@example.org',
  ' ada+news@mail.example.org ',
  "o'neil_2@a-b.example",
  'jörg@bücher.example',
  'мария@пример.рф',
  '用户@例子.公司',
  'ada@xn--bcher-kva.xn--p1ai',
  LONG,
])('%s is an address', (email) => {
  expect(Email.safeParse(email).success).toBe(true)
})

test.each([
  '',
  'ada',
  'ada@example',
  '@example.org',
  'ada@@example.org',
  'a da@example.org',
  '.ada@example.org',
  'ada..b@example.org',
  'ada@example.org\r\nBcc: eve@example.org',
  'Ada <ada@example.org>',
  '"ada"@example.org',
  'ada@-example.org',
  `${LONG}x`,
])('%j is none', (email) => {
  expect(Email.safeParse(email).success).toBe(false)
})

test('invisible characters around a pasted address are removed', () => {
  for (const email of ['\u200bada@example.org', '\u202aada@example.org\u202c', 'ada@\u00adexample.org\ufeff'])
    expect(Email.parse(email)).toBe('ada@example.org')
})

test('two ways to write one letter are one address', () => {
  expect(Email.parse('jo\u0308rg@example.org')).toBe(Email.parse('j\u00f6rg@example.org'))
})
