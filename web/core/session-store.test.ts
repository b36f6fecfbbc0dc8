import { expect, test, vi } from 'vitest'
import { aUser, emptyStorage } from '#web/test-context.tsx'
import { createSession, SESSION_KEY, viewerKey } from './session-store.ts'

test('a login survives a reload of the page and a logout forgets it', () => {
  const storage = emptyStorage()
  createSession(storage).signIn(aUser())
  const reloaded = createSession(storage)
  expect(reloaded.current()).toEqual(aUser())
  reloaded.signOut()
  expect(storage.getItem(SESSION_KEY)).toBeNull()
  expect(createSession(storage).current()).toBeNull()
})

test('a change by another tab is applied and listeners are notified', () => {
  const storage = emptyStorage()
  const [here, there] = [createSession(storage), createSession(storage)]
  const listener = vi.fn()
  const stop = here.subscribe(listener)
  there.signIn(aUser())
  here.reload()
  expect(here.current()?.username).toBe('Noah Bennett')
  there.signOut()
  here.reload()
  expect(here.current()).toBeNull()
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  here.signIn(aUser())
  expect(listener).toHaveBeenCalledTimes(2)
})

test('changes of the user are stored; a visitor stays a visitor', () => {
  const storage = emptyStorage()
  const session = createSession(storage)
  session.update({ savedPlaylists: ['1'] })
  expect(session.current()).toBeNull()
  session.signIn(aUser())
  session.update({ savedPlaylists: ['1'] })
  expect(createSession(storage).current()).toEqual(aUser({ savedPlaylists: ['1'] }))
})

test.each([
  ['no JSON', '{'],
  ['another shape', '{"name":"Noah"}'],
  ['a number', '7'],
  ['a user without a token', JSON.stringify({ ...aUser(), token: undefined })],
  ['a user without a photo', JSON.stringify({ ...aUser(), profilePhoto: null })],
])('%s in the storage counts as a visitor', (_what, stored) => {
  const storage = emptyStorage()
  storage.setItem(SESSION_KEY, stored)
  expect(createSession(storage).current()).toBeNull()
})

test('a browser that forbids storage still logs in, for this tab', () => {
  const forbid = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const session = createSession({ getItem: forbid, setItem: forbid, removeItem: forbid })
  session.signIn(aUser())
  expect(session.current()).toEqual(aUser())
  session.signOut()
  expect(session.current()).toBeNull()
})

test('two users never share a key', () => {
  expect(viewerKey(aUser({ _id: '1' }))).not.toBe(viewerKey(aUser({ _id: '2' })))
  expect(viewerKey(null)).toBe('visitor')
})

test('a token that ends while a call replaces it does not log the user out', async () => {
  const onExpired = vi.fn()
  const session = createSession(emptyStorage(), onExpired)
  session.signIn(aUser({ token: 'old' }))
  await session.renew(async () => {
    session.expire('old')
    session.update({ token: 'new' })
  })
  expect(session.current()?.token).toBe('new')
  await session.renew(async () => session.expire('new'))
  expect(session.current()).toBeNull()
  expect(onExpired).toHaveBeenCalledTimes(1)
})
