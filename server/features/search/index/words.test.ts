import { expect, test } from 'vitest'
import { queryWords, wordsIn } from './words.ts'

test.each([
  ['Crème Brûlée à l’été', 'creme brulee a l ete'],
  ['ŁÓDŹ Straße ÆØÅ Þór', 'lodz strasse aeoa thor'],
  ['Ёлка й Київ', 'елка и киів'],
  ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
  ['İstanbul ISI', 'istanbul isi'],
  ['الْعَرَبِيَّة أحمد كـــتاب', 'العربيه احمد كتاب'],
  ['שָׁלוֹם', 'שלום'],
  ['हिन्दी सीखें', 'हिन्दी सीखें'],
  ['한국어 배우기', '한국어 배우기'],
  ['Ｆｕｌｌ ﬁne', 'full fine'],
  ['C++ & "x*" - [y]', 'c x y'],
])('the words of %j are %j', (text, words) => {
  expect(wordsIn(text).join(' ')).toBe(words)
})

test('scripts without spaces are read in pairs, and their last character can be found alone', () => {
  expect(wordsIn('高等数学React入门')).toEqual(['高等', '等数', '数学', '学', 'react', '入门', '门'])
  expect(queryWords('高等数学React')).toEqual(['高等', '等数', '数学', 'react'])
  expect(queryWords('学')).toEqual(['学'])
  expect(wordsIn('ภาษา')).toEqual(['ภา', 'าษ', 'ษา', 'า'])
  expect(wordsIn('ភាសា\u200bខ្មែរ')).toEqual(wordsIn('ភាសាខ្មែរ'))
  expect(wordsIn('がんば')).toEqual(['がん', 'んば', 'ば'])
})

test('a repeated word is searched once', () => {
  expect(queryWords('React REACT réact')).toEqual(['react'])
})

test('any character gives words of letters, digits and their marks, and each word asked for begins one of them', () => {
  const strange: string[] = []
  for (let start = 0; start < 0x20000; start += 64) {
    const text = String.fromCodePoint(...Array.from({ length: 64 }, (_, offset) => start + offset))
    const words = wordsIn(text)
    strange.push(...words.filter((word) => !/^[\p{L}\p{N}\p{M}]{1,40}$/u.test(word)))
    strange.push(...queryWords(text).filter((queryWord) => !words.some((word) => word.startsWith(queryWord))))
  }
  expect(strange).toEqual([])
})

test('too long words are cut alike in texts and in searches', () => {
  const [word = ''] = wordsIn('𝒳'.repeat(3) + 'a'.repeat(100))
  expect(word).toHaveLength(40)
  expect(queryWords(`xxx${'a'.repeat(90)}`)).toEqual([word])
})
