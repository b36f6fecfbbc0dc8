import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { teacherSearchText } from '#web/features/search/teacher-search.queries.ts'
import { renderAt } from '#web/test-context.tsx'
import { TeacherSearch, useTeacherQuery } from './teachers.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function Screen() {
  return (
    <>
      <TeacherSearch />
      <output>{useTeacherQuery()}</output>
    </>
  )
}

const open = (address = '/teachers') => renderAt([{ path: '/teachers', Component: Screen }], address).router

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search teachers' })
const searchedFor = () => screen.getByRole('status').textContent
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

test.each([
  ['', ''],
  ['   ', ''],
  ['a', undefined],
  ['  a  ', undefined],
  ['ab', 'ab'],
  [' ab ', 'ab'],
  ['\u{1f468}', undefined],
  ['x'.repeat(101), 'x'.repeat(100)],
])('typing %j searches for %j', (text, words) => {
  expect(teacherSearchText(text)).toBe(words)
})

test('the search begins 250 ms after the last letter, once', async () => {
  const router = open()
  const addresses: string[] = []
  router.subscribe(({ location }) => addresses.push(location.search))
  type('ma')
  await pass(249)
  type('mar')
  await pass(249)
  expect(searchedFor()).toBe('')
  await pass(1)
  expect(searchedFor()).toBe('mar')
  expect(new Set(addresses)).toEqual(new Set(['?q=mar']))
})

test('one letter keeps the previous results, and an empty search shows all teachers', async () => {
  open('/teachers?q=mar')
  expect(field().value).toBe('mar')
  type('m')
  await pass(1000)
  expect(searchedFor()).toBe('mar')
  type('')
  await pass(250)
  expect(searchedFor()).toBe('')
})

test('Enter searches at once', async () => {
  open()
  type(' aiko ')
  fireEvent.submit(screen.getByRole('search', { name: 'Teachers' }))
  await pass(0)
  expect(searchedFor()).toBe('aiko')
  expect(field().value).toBe(' aiko ')
})

test('a change of the address updates the search box', async () => {
  const router = open('/teachers?q=aiko')
  await act(() => router.navigate('/teachers'))
  expect(field().value).toBe('')
  await pass(1000)
  expect(router.state.location.search).toBe('')
})
