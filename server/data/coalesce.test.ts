import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { coalesceCalls } from './coalesce.ts'

function opened() {
  const works: PromiseWithResolvers<string>[] = []
  const { run, settled } = coalesceCalls(() => {
    const work = Promise.withResolvers<string>()
    works.push(work)
    return work.promise
  })
  /** The work that has begun as the nth. */
  const work = async (n: number): Promise<PromiseWithResolvers<string>> => {
    await nextTurn()
    expect(works).toHaveLength(n + 1)
    return works[n] ?? Promise.withResolvers()
  }
  return { run, settled, work }
}

test('callers during a run share the next run', async () => {
  const { run, work } = opened()
  const first = run()
  const one = await work(0)
  const late = [run(), run()]
  await work(0)
  one.resolve('one')
  expect(await first).toBe('one')
  const two = await work(1)
  two.resolve('two')
  expect(await Promise.all(late)).toEqual(['two', 'two'])
})

test('a failed run fails for its own callers only', async () => {
  const { run, settled, work } = opened()
  const first = run()
  const one = await work(0)
  const second = run()
  one.reject(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  const two = await work(1)
  two.resolve('two')
  await settled()
  expect(await second).toBe('two')
})
