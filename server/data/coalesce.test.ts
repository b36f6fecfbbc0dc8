import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { together } from './coalesce.ts'

function opened() {
  const works: PromiseWithResolvers<string>[] = []
  const { ask, settled } = together(() => {
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
  return { ask, settled, work }
}

test('who asks while the work is under way waits for the next, together with all others who do', async () => {
  const { ask, work } = opened()
  const first = ask()
  const one = await work(0)
  const late = [ask(), ask()]
  await work(0)
  one.resolve('one')
  expect(await first).toBe('one')
  const two = await work(1)
  two.resolve('two')
  expect(await Promise.all(late)).toEqual(['two', 'two'])
})

test('work that failed has failed for those who waited for it, not for the next', async () => {
  const { ask, settled, work } = opened()
  const first = ask()
  const one = await work(0)
  const second = ask()
  one.reject(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  const two = await work(1)
  two.resolve('two')
  await settled()
  expect(await second).toBe('two')
})
