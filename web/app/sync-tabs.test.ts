import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCache } from '#web/core/cache.ts'
import { createSession } from '#web/core/session-store.ts'
import { aUser, emptyStorage } from '#web/test-context.tsx'
import { syncTabs } from './sync-tabs.ts'

const cache = createCache()
const session = createSession(emptyStorage())
const me = aUser()
let otherTab: BroadcastChannel
let heard: unknown[]

beforeEach(() => {
  session.signIn(me)
  heard = []
  otherTab = new BroadcastChannel('lectern')
  otherTab.addEventListener('message', ({ data }) => heard.push(data))
})
afterEach(() => {
  otherTab.close()
  cache.clear()
})
syncTabs({ cache, session })

async function write(news: { kind: 'like' | 'done'; course: string } | undefined): Promise<void> {
  const options = { mutationFn: async () => true, ...(news && { meta: { news } }) }
  await cache.getMutationCache().build(cache, options).execute(undefined)
}

test('the other tabs hear what the user has changed, and nothing else', async () => {
  await write(undefined)
  await write({ kind: 'like', course: 'c1' })
  await vi.waitFor(() => expect(heard).toEqual([{ user: me._id, kind: 'like', course: 'c1' }]))
})

test('a tab reads again what another one has changed, for the same user only', async () => {
  const keys = {
    course: ['course', 'c1', me._id],
    progress: ['progress', 'p1', 'c1', me._id],
    notes: ['notes', 'c1', me._id],
    follows: ['follows', me._id],
    followed: ['teacher', 't1'],
  }
  for (const key of Object.values(keys)) cache.setQueryData(key, { _id: 't1', followersCount: 3 })
  for (const name of ['course', 'progress', 'notes'] as const) cache.setQueryData(keys[name], 'fresh')
  const stale = () =>
    Object.entries(keys).flatMap(([name, key]) => (cache.getQueryState(key)?.isInvalidated ? [name] : []))
  const say = (message: unknown) => otherTab.postMessage(message)

  say({ user: 'somebody else', kind: 'like', course: 'c1' })
  say({ user: me._id, kind: 'play' })
  say({ user: me._id, kind: 'something new' })
  say('nothing')
  say({ user: me._id, kind: 'like', course: 'c1' })
  await vi.waitFor(() => expect(stale()).toEqual(['course']))
  say({ user: me._id, kind: 'done', course: 'c1' })
  await vi.waitFor(() => expect(stale()).toEqual(['course', 'progress']))
  say({ user: me._id, kind: 'note', course: 'c1' })
  await vi.waitFor(() => expect(stale()).toEqual(['course', 'progress', 'notes']))
  say({ user: me._id, kind: 'follow' })
  await vi.waitFor(() => expect(stale()).toEqual(['course', 'progress', 'notes', 'follows', 'followed']))
})
