import { expect, test } from 'vitest'
import { aUser } from '#web/test-context.tsx'
import { type Guard, redirectFor, returnAddress } from './guard.ts'

const student = aUser()
const admin = aUser({ isAdmin: true })

test.each<[Guard[], typeof student | null, string | undefined]>([
  [[], null, undefined],
  [['user'], null, '/login'],
  [['user'], student, undefined],
  [['guest'], null, undefined],
  [['guest'], student, '/'],
  [['admin'], null, '/'],
  [['admin'], student, '/'],
  [['admin'], admin, undefined],
  [['admin', 'user'], null, '/login'],
  [['admin', 'user'], student, '/'],
  [['admin', 'user'], admin, undefined],
])('guards %j: %# redirects as specified', (guards, user, elsewhere) => {
  expect(redirectFor(guards, user)).toBe(elsewhere)
})

test.each<[Guard[], typeof student | null, string | undefined]>([
  [[], null, '/login'],
  [['user'], null, '/login'],
  [['admin'], null, '/login'],
  [['guest'], null, undefined],
  [['anyone'], null, undefined],
  [[], student, undefined],
  [['anyone'], student, undefined],
  [['guest'], student, '/'],
])('guards %j of a site for members: %# redirects as specified', (guards, user, elsewhere) => {
  expect(redirectFor(guards, user, { isForMembers: true })).toBe(elsewhere)
})

test.each([
  [{ from: '/profile/1?tab=a#b' }, '/profile/1?tab=a#b'],
  [{ from: 'https://evil.example' }, '/'],
  [{ from: '//evil.example' }, '/'],
  [{ from: '/\\evil.example' }, '/'],
  [{ from: 7 }, '/'],
  [null, '/'],
])('after a login %j leads to %s', (state, address) => {
  expect(returnAddress(state)).toBe(address)
})
