import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

function slots(waitMs = 60_000) {
  return createSlots({ atOnce: 2, waiting: 3, waitMs, error: () => new Error('busy') })
}

/** Work that ends when the test ends it. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>()
  let started = false
  return {
    run: () => {
      started = true
      return promise
    },
    end: () => resolve('done'),
    get started() {
      return started
    },
  }
}

test('two run at once, three queue, the next is rejected at once', async () => {
  const { run } = slots()
  const all = Array.from({ length: 5 }, work)
  const running = all.map((each) => run(each.run))
  await expect(run(work().run)).rejects.toThrow('busy')
  expect(all.map(({ started }) => started)).toEqual([true, true, false, false, false])
  all[1]?.end()
  await running[1]
  await Promise.resolve()
  expect(all.map(({ started }) => started)).toEqual([true, true, true, false, false])
  for (const each of all) each.end()
  expect(await Promise.all(running)).toEqual(Array.from({ length: 5 }, () => 'done'))
})

test('a slot is free again after work that failed', async () => {
  const { run } = slots()
  const failing = () => Promise.reject(new Error('broken'))
  for (let n = 0; n < 10; n += 1) await expect(run(failing)).rejects.toThrow('broken')
  expect(await run(async () => 'done')).toBe('done')
})

test('a task that waits too long is rejected and leaves the queue', async () => {
  const { run } = slots(1)
  const first = [work(), work()]
  const running = first.map((each) => run(each.run))
  const late = work()
  await expect(run(late.run)).rejects.toThrow('busy')
  for (const each of first) each.end()
  await Promise.all(running)
  expect(late.started).toBe(false)
  expect(await run(async () => 'done')).toBe('done')
})
