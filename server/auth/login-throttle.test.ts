import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#server/http/app-error.ts'
import { createLoginThrottle } from './login-throttle.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** A throttle with a clock that the test moves. */
function throttleAt(scale = 1) {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const throttle = createLoginThrottle({ scale })
  const attempt =
    (right: boolean) =>
    async (network = '192.0.2.1', email = 'ada@example.org', isKnown = false): Promise<string> => {
      const meta = { network, log: { warn: () => undefined } }
      try {
        const found = await throttle.attempt({ email, meta, isKnown: async () => isKnown }, async () =>
          right ? 'right' : undefined,
        )
        return found ?? 'wrong'
      } catch (error) {
        if (error instanceof AppError) return `${error.code} ${error.retryAfter}`
        throw error
      }
    }
  return { throttle, fail: attempt(false), succeed: attempt(true) }
}

async function times(count: number, run: (index: number) => Promise<string>): Promise<string[]> {
  const answers: string[] = []
  for (let index = 0; index < count; index += 1) answers.push(await run(index))
  return answers
}

test('five failures of an address from one network close that pair, with waits that double up to 15 minutes', async () => {
  const { fail, succeed } = throttleAt()
  expect(await times(5, () => fail())).toEqual(Array(5).fill('wrong'))
  expect(await succeed()).toBe('too_many_requests 30')
  for (const wait of [30, 60, 120, 240, 480, 900, 900]) {
    vi.advanceTimersByTime((wait - 1) * SECOND)
    expect(await fail()).toBe('too_many_requests 1')
    vi.advanceTimersByTime(SECOND)
    expect(await fail()).toBe('wrong')
  }
})

test('the owner logs in from elsewhere while a pair is closed, and after the wait from there, too', async () => {
  const { fail, succeed } = throttleAt()
  await times(5, () => fail())
  expect(await succeed('198.51.100.7')).toBe('right')
  vi.advanceTimersByTime(30 * SECOND)
  expect(await succeed()).toBe('right')
  expect(await times(5, () => fail())).toEqual(Array(5).fill('wrong'))
})

test('failures are forgotten a quarter of an hour after the last one', async () => {
  const { fail } = throttleAt()
  await times(4, () => fail())
  vi.advanceTimersByTime(15 * MINUTE)
  expect(await times(5, () => fail())).toEqual(Array(5).fill('wrong'))
})

test('25 failures from one network, with any addresses, block it for the rest of five minutes', async () => {
  const { fail, succeed } = throttleAt()
  expect(await times(25, (index) => fail('192.0.2.1', `${index}@example.org`))).toEqual(
    Array(25).fill('wrong'),
  )
  vi.advanceTimersByTime(4 * MINUTE)
  expect(await succeed('192.0.2.1', 'new@example.org')).toBe('too_many_requests 60')
  expect(await succeed('192.0.2.2', 'new@example.org')).toBe('right')
  vi.advanceTimersByTime(MINUTE)
  expect(await succeed('192.0.2.1', 'new@example.org')).toBe('right')
})

test('100 failures of one address from everywhere leave it to the networks its owner uses', async () => {
  const { fail, succeed } = throttleAt()
  await times(100, (index) => fail(`198.51.100.${index}`))
  expect(await succeed('203.0.113.1')).toBe('too_many_requests 3600')
  expect(await succeed('203.0.113.2', 'ada@example.org', true)).toBe('right')
  vi.advanceTimersByTime(60 * MINUTE)
  expect(await succeed('203.0.113.1')).toBe('right')
})

test('parallel attempts get no more tries than sequential ones, and correct ones are not rejected', async () => {
  const guesses = throttleAt()
  const answers = await Promise.all(Array.from({ length: 20 }, () => guesses.fail()))
  expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(5)
  expect(answers.filter((answer) => answer === 'too_many_requests 30')).toHaveLength(15)
  const { succeed } = throttleAt()
  expect(await Promise.all(Array.from({ length: 40 }, () => succeed()))).toEqual(Array(40).fill('right'))
})

test('a check that throws counts as no attempt and frees its slot', async () => {
  const { throttle, fail } = throttleAt()
  const meta = { network: '192.0.2.1', log: { warn: () => undefined } }
  const broken = () =>
    throttle.attempt({ email: 'ada@example.org', meta, isKnown: async () => false }, () =>
      Promise.reject(new Error('the database is away')),
    )
  for (let index = 0; index < 6; index += 1) await expect(broken()).rejects.toThrow('the database is away')
  expect(await times(5, () => fail())).toEqual(Array(5).fill('wrong'))
})

test('limits are multiplied by the scale', async () => {
  const { fail } = throttleAt(2)
  expect(await times(11, () => fail())).toEqual([...Array(10).fill('wrong'), 'too_many_requests 30'])
})
