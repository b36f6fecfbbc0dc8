import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allowanceOf, allowanceOfSpan, type Credit, creditAt, spent, spentOffline } from './credit.ts'

const START = Date.parse('2026-01-01T00:00:00.000Z')
const timeOf = (seconds: number) => new Date(START + seconds * 1000).toISOString()
const user = { createdAt: timeOf(0) }

test('the first save may bring 60 seconds, and then three for each second', () => {
  const first = creditAt(undefined, user, timeOf(3600))
  expect(allowanceOf(first)).toBe(60)
  const after = creditAt(spent(first, 60), user, timeOf(3610))
  expect(allowanceOf(after)).toBe(30)
})

test('at most 60 unspent seconds carry over', () => {
  const idle = creditAt(undefined, user, timeOf(0))
  const later = creditAt(spent(creditAt(idle, user, timeOf(1000)), 0), user, timeOf(1010))
  expect(allowanceOf(later)).toBe(90)
})

test('a clock that goes back gives nothing and takes nothing, and time counts from there', () => {
  const stored = spent(creditAt(undefined, user, timeOf(100)), 60)
  const back = creditAt(stored, user, timeOf(50))
  expect(back).toEqual({ ...stored, updated_at: timeOf(50) })
  expect(allowanceOf(creditAt(back, user, timeOf(60)))).toBe(30)
})

test('an offline span counts as long as it lasted, in the past 90 days and after registration', () => {
  const DAY = 86_400
  const now = creditAt(undefined, user, timeOf(100 * DAY))
  const spanOf = (from: number, to: number) => ({ startedAt: timeOf(from), endedAt: timeOf(to) })
  expect(allowanceOfSpan(now, spanOf(99 * DAY, 99 * DAY + 1800), user)).toBe(5400)
  expect(allowanceOfSpan(now, spanOf(9 * DAY, 10 * DAY), user)).toBe(0)
  expect(allowanceOfSpan(now, spanOf(9 * DAY, 10 * DAY + 10), user)).toBe(30)
  expect(allowanceOfSpan(now, spanOf(100 * DAY - 10, 101 * DAY), user)).toBe(30)
  expect(allowanceOfSpan(now, spanOf(100 * DAY, 99 * DAY), user)).toBe(0)
  const young = creditAt(undefined, user, timeOf(20))
  expect(allowanceOfSpan(young, spanOf(-DAY, 10), user)).toBe(30)
})

test('time that was spent is not given again to an offline span', () => {
  const now = creditAt(undefined, user, timeOf(1000))
  const span = { startedAt: timeOf(0), endedAt: timeOf(1000) }
  const first = allowanceOfSpan(now, span, user)
  expect(first).toBe(3000)
  expect(allowanceOfSpan(spentOffline(now, first), span, user)).toBe(60)
})

/** A user who sends whatever they like. */
const event = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.nat(500) }),
  fc.record({ kind: fc.constant('save' as const), seconds: fc.nat(2000) }),
  fc.record({
    kind: fc.constant('merge' as const),
    seconds: fc.nat(2000),
    from: fc.nat(3000),
    to: fc.nat(3000),
  }),
)

test('no input gains more than three times the time that passed and 60 seconds', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let now = 0
      let gained = 0
      let stored: Credit | undefined
      for (const each of events) {
        if (each.kind === 'wait') {
          now += each.seconds
          continue
        }
        const credit = creditAt(stored, user, timeOf(now))
        const span = each.kind === 'merge' && { startedAt: timeOf(each.from), endedAt: timeOf(each.to) }
        const most = span ? allowanceOfSpan(credit, span, user) : allowanceOf(credit)
        const gain = Math.min(each.seconds, most)
        gained += gain
        stored = span ? spentOffline(credit, gain) : spent(credit, gain)
        expect(gained).toBeLessThanOrEqual(3 * now + 60)
      }
    }),
  )
})

test('a user who watches at three times the speed loses nothing', () => {
  let stored: Credit | undefined
  for (let now = 10; now < 3600; now += 10) {
    const credit = creditAt(stored, user, timeOf(now))
    expect(allowanceOf(credit)).toBeGreaterThanOrEqual(30)
    stored = spent(credit, 30)
  }
})
