import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createShowing } from './showing.ts'

test('a write concerns who shows one of its things, and who may show anything', () => {
  const showing = createShowing()
  showing.add('home', new Set(['one', 'two']))
  showing.add('courses', new Set(['two', 'three']))
  showing.add('being made', undefined)
  const concerned = (...things: string[]) => [...showing.concernedBy(things)].sort()
  expect(concerned('one')).toEqual(['being made', 'home'])
  expect(concerned('two', 'three')).toEqual(['being made', 'courses', 'home'])
  expect(concerned('four')).toEqual(['being made'])
  showing.remove('being made', undefined)
  showing.remove('home', new Set(['one', 'two']))
  expect(concerned('one', 'two')).toEqual(['courses'])
  expect(concerned()).toEqual([])
})

test('whatever comes and goes, who is found is who is there and shows it', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd')
  const things = fc.uniqueArray(fc.constantFrom('1', '2', '3'), { maxLength: 3 })
  fc.assert(
    fc.property(fc.array(fc.record({ name, things })), things, (steps, changed) => {
      const showing = createShowing()
      const there = new Map<string, Set<string>>()
      for (const step of steps) {
        const before = there.get(step.name)
        if (before) showing.remove(step.name, before)
        const shown = new Set(step.things)
        showing.add(step.name, shown)
        there.set(step.name, shown)
      }
      const expected = [...there].filter(([, shown]) => changed.some((thing) => shown.has(thing)))
      expect(showing.concernedBy(changed)).toEqual(new Set(expected.map(([each]) => each)))
    }),
  )
})
