import { expect, test } from 'vitest'
import { passwordProblem } from './password-strength.ts'

const ADA = { siteName: 'Lectern', username: 'Ada Lovelace', email: 'ada@analytical.example' }
const COMMON = 'This password is too common. Choose another one.'
const PERSONAL = 'Password must not be your name or your email address.'

test.each([
  'football1',
  'FoOtBaLl1',
  'aaaaaaaa',
  '20242024',
  '12345678901',
  'qwertyuiop[',
  'Password123!',
  'P@ssw0rd2024',
  'drowssap!',
  'Welcome2024!',
  'Summer2024!',
  'football football',
  'a'.repeat(128),
])('a common password or a simple variant of one is rejected: %s', (password) => {
  expect(passwordProblem(password, ADA)).toBe(COMMON)
})

test.each(['lectern1', 'Lectern2024!', 'lectern lectern', 'Lec7ern!2', 'nretcel!', 'ｌｅｃｔｅｒｎ１'])(
  'the site’s name or a simple variant of it is rejected: %s',
  (password) => {
    expect(passwordProblem(password, ADA)).toBe(COMMON)
  },
)

test.each([
  'Ada Lovelace',
  'ada.lovelace',
  'AdaLovelace1990!',
  'ecalevoL-adA',
  'l0velace!',
  'ADA@analytical.example',
  'Analytical1!',
])('one’s own name or address or a simple variant is rejected: %s', (password) => {
  expect(passwordProblem(password, ADA)).toBe(PERSONAL)
})

test('accents and other alphabets hide no name', () => {
  expect(passwordProblem('josegarcia12', { siteName: 'Lectern', username: 'José García' })).toBe(PERSONAL)
  expect(passwordProblem('Жанна1995', { siteName: 'Lectern', username: 'Жанна Д.' })).toBe(PERSONAL)
})

test.each([
  'plum tree 44',
  'correct horse battery',
  'kx9vbq2m',
  'Käsekuchen 12',
  'a quiet lectern',
  '月曜日の朝は雨',
])('a password that is hard to guess is accepted: %s', (password) => {
  expect(passwordProblem(password, ADA)).toBeUndefined()
})

test('only the beginning of a very long password is judged', () => {
  expect(passwordProblem(`${'a'.repeat(48)} plum tree 44`, ADA)).toBe(COMMON)
  expect(passwordProblem(`plum tree 44 ${'a'.repeat(115)}`, ADA)).toBeUndefined()
})
