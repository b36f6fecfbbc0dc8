import { onTestFinished } from 'vitest'
import { type RunningRedis, startRedis } from '#scripts/redis.ts'
import { openRedis, type RedisLink } from './cache/redis.ts'

/** A Redis of this test's own, ended with it. */
export async function privateRedis(): Promise<RunningRedis> {
  const redis = await startRedis()
  onTestFinished(() => redis.kill())
  return redis
}

/** A link as a node has it, closed with the test. */
export function linkTo({ url }: RunningRedis): RedisLink {
  const link = openRedis({ url, log: { warn: () => undefined, info: () => undefined } })
  onTestFinished(() => link.close())
  return link
}
