import { RateLimiterRes } from 'rate-limiter-flexible'
import { Counted, type CounterRules, type Counting } from './messages.ts'
import type { PrimaryChannel } from './primary-channel.ts'

/** A counter that several processes share. It rejects with its state when a request exceeds the limit. */
export interface SharedCounter {
  readonly points: number
  consume(key: string): Promise<RateLimiterRes>
  penalty(key: string, points?: number): Promise<RateLimiterRes>
  reward(key: string): Promise<RateLimiterRes>
  get(key: string): Promise<RateLimiterRes | null>
  set(key: string, points: number, seconds: number): Promise<unknown>
  delete(key: string): Promise<unknown>
}

/** A counter in the primary, shared by its workers. */
export function counterOf(primary: PrimaryChannel, counter: CounterRules): SharedCounter {
  const ask = async (asked: Omit<Counting, 'counter'>) => {
    const found = Counted.parse(await primary.ask({ kind: 'count', counting: { counter, ...asked } }))
    if (found === null) return null
    const { refused, remainingPoints, msBeforeNext, consumedPoints } = found
    const counted = new RateLimiterRes(remainingPoints, msBeforeNext, consumedPoints)
    return refused ? Promise.reject(counted) : counted
  }
  const count = async (asked: Omit<Counting, 'counter'>) => {
    const counted = await ask(asked)
    if (counted === null) throw new Error('The primary counted nothing.')
    return counted
  }
  return {
    points: counter.points,
    consume: (key) => count({ does: 'consume', key }),
    penalty: (key, points) => count({ does: 'penalty', key, points }),
    reward: (key) => count({ does: 'reward', key }),
    get: (key) => ask({ does: 'get', key }),
    set: (key, points, seconds) => ask({ does: 'set', key, points, seconds }),
    delete: (key) => ask({ does: 'delete', key }),
  }
}
