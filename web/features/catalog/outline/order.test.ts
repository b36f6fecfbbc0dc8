import { expect, test } from 'vitest'
import {
  addSection,
  appliedTo,
  courseIds,
  moveCourse,
  moveSection,
  type Order,
  orderOf,
  removeSection,
  renameSection,
  stepCourse,
  withSectionIds,
} from './order.ts'

const section = (key: string, ...courses: string[]) => ({ key, _id: key, title: key, courses })
const ORDER: Order = { loose: ['a'], sections: [section('S', 'b', 'c'), section('T', 'd')] }

/** `a | S: b c | T: d` */
const text = ({ loose, sections }: Order) =>
  [loose.join(' '), ...sections.map(({ key, courses }) => `${key}: ${courses.join(' ')}`)].join(' | ')

test('the order of a playlist groups its courses by section; an unknown section counts as none', () => {
  const course = (_id: string, sectionId: string | null) => ({
    _id,
    videoTitle: _id,
    sectionId,
    tutorialImage: { url: '/x.webp', width: 1, height: 1 },
    isCourseApproved: 'approved' as const,
    createdAt: '',
  })
  const courses = [course('a', null), course('b', 'S'), course('c', 'gone')]
  expect(text(orderOf({ sections: [{ _id: 'S', title: 'Basics' }], courses }))).toBe('a c | S: b')
})

test.each([
  ['b', 1, 'a | S: c b | T: d'],
  ['b', -1, 'a b | S: c | T: d'],
  ['c', 1, 'a | S: b | T: c d'],
  ['d', -1, 'a | S: b c d | T: '],
  ['a', 1, ' | S: a b c | T: d'],
] as const)('%s moves by %i into the neighbouring place: %s', (id, by, expected) => {
  expect(text(stepCourse(ORDER, id, by) ?? ORDER)).toBe(expected)
})

test('the first and the last course have no further step', () => {
  expect(stepCourse(ORDER, 'a', -1)).toBeUndefined()
  expect(stepCourse(ORDER, 'd', 1)).toBeUndefined()
})

test('a course moves to any place, a section to any index', () => {
  expect(text(moveCourse(ORDER, 'a', { section: 'S', index: 1 }))).toBe(' | S: b a c | T: d')
  expect(text(moveSection(ORDER, 'T', 0))).toBe('a | T: d | S: b c')
})

test('sections are added, renamed and removed; the courses of a removed one stay in their place', () => {
  expect(text(addSection(ORDER, { key: 'new', title: 'New' }))).toBe('a | S: b c | T: d | new: ')
  expect(renameSection(ORDER, 'S', 'Basics').sections[0]?.title).toBe('Basics')
  expect(text(removeSection(ORDER, 'T'))).toBe('a | S: b c d')
  expect(text(removeSection(ORDER, 'S'))).toBe('a b c | T: d')
})

test('an order is applied to newer courses and sections', () => {
  const newer: Order = { loose: ['e'], sections: [section('S', 'a', 'b', 'd')] }
  const applied = appliedTo(ORDER, newer)
  expect(text(applied)).toBe('a e | S: b | T: d')
  expect(applied.sections.map(({ _id }) => _id)).toEqual(['S', undefined])
  expect(courseIds(applied).toSorted()).toEqual(courseIds(newer).toSorted())
})

test('new sections take the ids of the saved order', () => {
  const sent = addSection(ORDER, { key: 'new', title: 'New' })
  const saved = ['S', 'T', 'U'].map((_id) => ({ _id, title: _id }))
  expect(withSectionIds(sent, sent, saved).sections.at(-1)).toMatchObject({ key: 'new', _id: 'U' })
})
