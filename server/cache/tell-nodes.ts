import { once } from 'node:events'
import type { LiveEvent } from '#server/http/live-events.ts'
import { openRedis } from './redis.ts'
import { CHANGED_STREAM, LIVE_STREAM } from './redis-streams.ts'

/** Tells all nodes that another program wrote to the database: they clear their caches and check their live streams. */
export async function tellNodes(options: Parameters<typeof openRedis>[0]): Promise<void> {
  const redis = openRedis(options)
  try {
    await once(redis.client, 'ready')
    await redis.client.xadd(CHANGED_STREAM, '*', 'by', 'command-line')
    const event = JSON.stringify({ type: 'access.changed' } satisfies LiveEvent)
    await redis.client.xadd(LIVE_STREAM, '*', 'event', event)
  } finally {
    await redis.close()
  }
}
