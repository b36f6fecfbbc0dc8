import { once } from 'node:events'
import type { LiveEvent } from '../http/live-event.ts'
import { openRedis } from './redis.ts'
import { CHANGED_STREAM, LIVE_STREAM } from './redis-streams.ts'

/** For a program that wrote into the database and is no node: all nodes forget their pages and look at their streams. */
export async function tellNodes(parts: Parameters<typeof openRedis>[0]): Promise<void> {
  const redis = openRedis(parts)
  try {
    await once(redis.client, 'ready')
    await redis.client.xadd(CHANGED_STREAM, '*', 'by', 'command-line')
    const event = JSON.stringify({ type: 'access.changed' } satisfies LiveEvent)
    await redis.client.xadd(LIVE_STREAM, '*', 'event', event)
  } finally {
    await redis.close()
  }
}
