import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Draft } from '#web/core/drafts/draft.ts'
import { readDrafts, storeDraft } from '#web/core/drafts/draft-database.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { playlistOf } from '#web/features/catalog/playlists/playlists.queries.ts'
import { aPlaylist } from '#web/test-content.ts'
import { aUser } from '#web/test-context.tsx'
import { browserContext } from './browser-context.ts'

const site = { name: 'Lectern', origin: 'https://lectern.test', figures: 'placeholders' as const }
const INVALID_TOKEN = { 'www-authenticate': 'Bearer realm="api", error="invalid_token"' }

const aDraft = (own: Partial<Draft>): Draft => ({
  user: aUser()._id,
  kind: 'comment',
  subject: '1',
  tab: '1',
  fields: { text: 'Half' },
  pictures: {},
  at: Date.now(),
  ...own,
})

let requests: string[]
let expired: boolean
let reply: () => object | Promise<object>
let shownToasts: ToastMessage[]
let listening: AbortController
let unsubscribe: () => void

beforeEach(() => {
  localStorage.clear()
  requests = []
  expired = false
  reply = () => ({})
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    return Response.json(await reply(), { headers: expired ? INVALID_TOKEN : {} })
  })
  // Each test is its own tab, so its listeners are removed with it.
  listening = new AbortController()
  for (const target of [window, document]) {
    const listen = target.addEventListener.bind(target)
    vi.spyOn(target, 'addEventListener').mockImplementation(
      (type: string, listener: EventListenerOrEventListenerObject) =>
        listen(type, listener, { signal: listening.signal }),
    )
  }
})
afterEach(() => {
  listening.abort()
  unsubscribe()
  vi.useRealTimers()
})

const storeUser = (user: object | null) =>
  user === null ? localStorage.clear() : localStorage.setItem('currentUser', JSON.stringify(user))
const anotherTab = () => window.dispatchEvent(new StorageEvent('storage', { key: 'currentUser' }))

test('a login or logout in another tab changes this tab', () => {
  const { session } = browserContext(site)
  storeUser(aUser())
  anotherTab()
  expect(session.current()?.username).toBe('Noah Bennett')
  storeUser(null)
  anotherTab()
  expect(session.current()).toBeNull()
})

test('a page from the back/forward cache takes over the session of another tab', () => {
  const { session } = browserContext(site)
  storeUser(aUser())
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  expect(session.current()).toBeNull()
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(session.current()?.username).toBe('Noah Bennett')
})

test('logging out clears the user, the playlists and the courses, and removes the stored user', () => {
  storeUser(aUser())
  const { session, cache } = browserContext(site)
  cache.setQueryData(['playlists', 'of', '1'], [])
  cache.setQueryData(['courses', 'of', '2'], [])
  session.signOut()
  expect(session.current()).toBeNull()
  expect(cache.getQueryCache().getAll()).toEqual([])
  expect(localStorage.getItem('currentUser')).toBeNull()
})

test('the saved list of the server replaces the list of this browser', async () => {
  const [here, other] = [aPlaylist()._id, 'b'.repeat(24)]
  storeUser(aUser({ savedPlaylists: [here, other] }))
  reply = () => ({ savedPlaylists: [here] })
  const { session, cache, call } = browserContext(site)
  const saved = () => session.current()?.savedPlaylists
  await vi.waitFor(() => expect(saved()).toEqual([here]))
  reply = () => aPlaylist({ savedBy: [] })
  await cache.fetchQuery({ ...playlistOf(call, here, aUser()._id), staleTime: 0 })
  expect(saved()).toEqual([])
  reply = () => aPlaylist({ savedBy: [aUser()._id] })
  await cache.fetchQuery({ ...playlistOf(call, here, aUser()._id), staleTime: 0 })
  expect(saved()).toEqual([here])
})

test('a response to a request before a save does not undo the save', async () => {
  storeUser(aUser())
  const { session, cache, call } = browserContext(site)
  const response = Promise.withResolvers<object>()
  reply = () => response.promise
  const reading = cache.fetchQuery(playlistOf(call, aPlaylist()._id, aUser()._id))
  session.update({ savedPlaylists: [aPlaylist()._id] })
  response.resolve(aPlaylist({ savedBy: [] }))
  await reading
  expect(session.current()?.savedPlaylists).toEqual([aPlaylist()._id])
})

const draftsOf = async (user: string) => (await readDrafts(user)).map(({ kind }) => kind)

test('a logout deletes the drafts of the user; an expired session does not', async () => {
  storeUser(aUser())
  const { session } = browserContext(site)
  await storeDraft(aDraft({ kind: 'comment' }), undefined)
  session.expire(aUser().token)
  session.signIn(aUser())
  session.update({ username: 'Noah B.' })
  await vi.waitFor(async () => expect(await draftsOf('visitor')).toEqual([]))
  expect(await draftsOf(aUser()._id)).toEqual(['comment'])
  session.signOut()
  await vi.waitFor(async () => expect(await draftsOf(aUser()._id)).toEqual([]))
})

test('another account that logs in deletes the drafts of all others', async () => {
  const { session } = browserContext(site)
  await storeDraft(aDraft({ kind: 'comment' }), undefined)
  await storeDraft(aDraft({ user: 'visitor', kind: 'register' }), undefined)
  await storeDraft(aDraft({ user: 'c'.repeat(24), kind: 'note' }), undefined)
  session.signIn(aUser({ _id: 'c'.repeat(24) }))
  await vi.waitFor(async () => expect(await draftsOf(aUser()._id)).toEqual([]))
  expect(await draftsOf('visitor')).toEqual([])
  expect(await draftsOf('c'.repeat(24))).toEqual(['note'])
})

test('a change of the own profile keeps the cached data', () => {
  storeUser(aUser())
  const { session, cache } = browserContext(site)
  cache.setQueryData(['playlists', 'first'], [])
  session.update({ savedPlaylists: ['1'] })
  expect(cache.getQueryCache().getAll()).toHaveLength(1)
})

test('a session that ended on the server shows one toast, for 5000 ms, and logs the user out', async () => {
  storeUser(aUser())
  const { session, call } = browserContext(site)
  expired = true
  await Promise.allSettled([call('categories.list'), call('categories.list')])
  expect(session.current()).toBeNull()
  expect(localStorage.getItem('currentUser')).toBeNull()
  expect(shownToasts).toEqual([
    {
      tone: 'error',
      text: 'Your session has expired. Please log in again.',
      timeout: 5000,
      everywhere: true,
    },
  ])
})

test('without other calls, an expired session is detected when the page opens and when the user returns to it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  storeUser(aUser())
  const { session } = browserContext(site)
  expect(requests).toEqual([`/api/users/profile/${aUser()._id}`])
  window.dispatchEvent(new Event('focus'))
  expect(requests).toHaveLength(1)

  vi.advanceTimersByTime(5000)
  expired = true
  document.dispatchEvent(new Event('visibilitychange'))
  expect(requests).toHaveLength(2)
  await vi.waitFor(() => expect(session.current()).toBeNull())
  expect(shownToasts.map(({ text }) => text)).toEqual(['Your session has expired. Please log in again.'])
})

test('visitors cause no session check', () => {
  browserContext(site)
  window.dispatchEvent(new Event('focus'))
  expect(requests).toEqual([])
})
