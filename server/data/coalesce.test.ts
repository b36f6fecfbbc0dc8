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

test('who asks while the work is under way waits for the next, together with all others who do', async () => {
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

test('work that failed has failed for those who waited for it, not for the next', async () => {
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
