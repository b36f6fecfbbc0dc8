import { expect, test } from 'vitest'
import { playlistsApi } from '#contract/catalog/playlists.ts'
import { openTestApp, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

async function openFront(options: Parameters<typeof openTestApp>[0] = {}) {
  const testApp = await openTestApp({ ...options, cached: true })
  const url = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const read = (headers: Record<string, string> = {}) => fetch(`${url}/api/playlists`, { headers })
  let known = 0
  /** How many responses came from the cache since the last time it was asked. */
  const hits = () => {
    const before = known
    known = testApp.cache?.hits ?? 0
    return known - before
  }
  return { ...testApp, hits, read, url }
}

/** Headers that are the same each time. */
function headOf({ headers }: Response) {
  return Object.fromEntries(
    [...headers].filter(([name]) => !['date', 'x-request-id', 'keep-alive'].includes(name)),
  )
}

test('a second visitor gets the same body and headers with another request id', async () => {
  const { read, hits } = await openFront()
  const first = await read()
  const body = await first.text()
  const second = await read()
  expect(hits()).toBe(1)
  expect(await second.text()).toBe(body)
  expect(headOf(second)).toEqual(headOf(first))
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
})

test('a client that has the response gets a 304, whether it is cached or not', async () => {
  const { read, hits } = await openFront()
  const first = await read()
  const has = { 'if-none-match': first.headers.get('etag') ?? '' }
  await first.text()
  expect((await read(has)).status).toBe(304)
  expect(hits()).toBe(1)

  const other = await openFront()
  const same = await other.read(has)
  expect([same.status, await same.text(), other.hits()]).toEqual([304, '', 0])
})

test('after a write no older response is served, not even one that was being created during the write', async () => {
  const { read, user, hits, context, category } = await openFront()
  const admin = await user('Root', 'Student', { isAdmin: true })
  await category()
  await (await read()).text()
  const meanwhile = read()
  context.invalidation.invalidate('everything')
  await (await meanwhile).text()
  await admin.request('POST', '/api/categories', { title: 'ceramics' })
  hits()
  await (await read()).text()
  expect(hits()).toBe(0)
})

test('the next visitor sees each approval, new title, cancellation and deletion', async () => {
  const front = await openFront()
  const teacher = await front.user('Ada', 'Teacher')
  const admin = await front.user('Root', 'Student', { isAdmin: true })
  const id = await insertPlaylist(front, { teacher, title: 'Gouache', status: 'pending' })
  const read = async (path: string): Promise<unknown> => (await fetch(`${front.url}${path}`)).json()
  const seen = async () => [
    await read('/api/playlists'),
    await read(`/api/playlists/${id}`),
    await read('/api/playlists/search-playlist?q=ada'),
    await read(`/api/users/profile/${teacher.id}`),
  ]
  const decide = (isPlaylistApproved: string) =>
    admin.request('POST', `/api/playlists/approve-playlist/${id}`, { isPlaylistApproved })
  const shown = (title: string, name: string) => [
    { total: 1, playlists: [{ title, teacher: { username: name } }] },
    { title, teacher: { username: name } },
    { total: 1 },
    { username: name, approvedPlaylistsCount: 1 },
  ]
  const hidden = [{ total: 0 }, { success: false }, { total: 0 }, { approvedPlaylistsCount: 0 }]
  expect(await seen()).toMatchObject(hidden)
  await decide('approved')
  expect(await seen()).toMatchObject(shown('Gouache', 'Ada'))
  await teacher.request('PUT', `/api/playlists/${id}`, new Upload({ title: 'Ink' }))
  expect(await seen()).toMatchObject(shown('Ink', 'Ada'))
  await teacher.request('PUT', `/api/users/profile/${teacher.id}`, new Upload({ username: 'Ada King' }))
  expect(await seen()).toMatchObject(shown('Ink', 'Ada King'))
  await decide('cancel')
  expect(await seen()).toMatchObject(hidden)
  await decide('approved')
  await admin.request('DELETE', `/api/playlists/${id}/${teacher.id}`)
  expect(await seen()).toMatchObject(hidden)
})

test('requests with a token or from another site are not answered from the cache', async () => {
  const { read, user, hits } = await openFront()
  const { token } = await user('Sam')
  await (await read()).text()
  const own = await read({ authorization: `Bearer ${token}` })
  expect(own.headers.get('cache-control')).toBe('no-store')
  await (await read({ origin: 'https://elsewhere.example' })).text()
  expect(hits()).toBe(0)
})

test('a cached call counts against the rate limit', async () => {
  const { read } = await openFront({ rateScale: 5 / 600 })
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) statuses.push((await read()).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('behind a proxy calls count for the address that it names, and HTTPS has separate responses', async () => {
  const proxied = { environment: { TRUST_PROXY: '127.0.0.1' }, rateScale: 2 / 600 }
  const { read, hits } = await openFront(proxied)
  const by = (name: string, scheme: string) => read({ 'x-forwarded-for': name, 'x-forwarded-proto': scheme })
  const statuses: number[] = []
  for (const name of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])
    statuses.push((await by(name, 'https')).status)
  expect(statuses).toEqual([200, 200, 429, 200])
  // The rejected one was found, too.
  expect(hits()).toBe(3)
  const secure = await by('192.0.2.3', 'https')
  const plain = await by('192.0.2.3', 'http')
  expect([secure, plain].map(({ headers }) => headers.has('strict-transport-security'))).toEqual([
    true,
    false,
  ])
})

test('an untrusted proxy cannot name an address', async () => {
  const { read } = await openFront({ rateScale: 2 / 600 })
  const statuses: number[] = []
  for (const name of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    statuses.push((await read({ 'x-forwarded-for': name })).status)
  expect(statuses).toEqual([200, 200, 429])
})

test('a write invalidates the responses that show it and no others', async () => {
  const front = await openFront()
  const teacher = await front.user('Ada', 'Teacher')
  const sam = await front.user('Sam')
  const id = await insertPlaylist(front, { teacher, title: 'Gouache' })
  const other = await insertPlaylist(front, {
    teacher: await front.user('Bea', 'Teacher'),
    title: 'Watercolour',
  })
  const courseId = await insertCourse(front, { playlistId: id })
  const paths = {
    list: '/api/playlists',
    popular: '/api/playlists?sort=popular&category=music',
    courses: `/api/playlists/${id}/courses`,
    'other courses': `/api/playlists/${other}/courses`,
    'other playlist': `/api/playlists/${other}`,
    person: `/api/users/profile/${sam.id}`,
  }
  const read = async (path: string) => (await fetch(`${front.url}${path}`)).text()
  /** The responses that this write removed from the cache. */
  const forgottenBy = async (write: () => Promise<{ statusCode: number }>) => {
    for (const path of Object.values(paths)) await read(path)
    expect((await write()).statusCode).toBeLessThan(300)
    const forgotten: string[] = []
    for (const [name, path] of Object.entries(paths)) {
      front.hits()
      await read(path)
      if (front.hits() === 0) forgotten.push(name)
    }
    return forgotten
  }
  const { request } = sam
  const comment = { text: 'Nice.', courseId }
  let commentId = ''
  const shown = ['list', 'courses']
  expect(await forgottenBy(() => request('POST', `/api/courses/${courseId}/like`, { liked: true }))).toEqual(
    shown,
  )
  expect(
    await forgottenBy(async () => {
      const answer = await request('POST', '/api/comments', comment)
      commentId = answer.json().comment._id
      return answer
    }),
  ).toEqual(shown)
  expect(await forgottenBy(() => request('PUT', `/api/comments/${commentId}`, { text: 'Good.' }))).toEqual(
    shown,
  )
  expect(await forgottenBy(() => request('DELETE', `/api/comments/${commentId}`))).toEqual(shown)
  expect(await forgottenBy(() => request('POST', `/api/users/savePlaylist/${id}`))).toEqual([
    'list',
    'popular',
    'courses',
    'person',
  ])
  expect(await forgottenBy(() => request('POST', '/api/auth/logout'))).toEqual([])
  expect(
    await forgottenBy(() => teacher.request('PUT', `/api/playlists/${id}`, new Upload({ title: 'Ink' }))),
  ).toEqual(Object.keys(paths))
})

test('a visitor sees likes, comments and saves at once', async () => {
  const front = await openFront()
  const teacher = await front.user('Ada', 'Teacher')
  const sam = await front.user('Sam')
  // The order of playlists that were made in the same millisecond is not defined.
  const [id = '', other = ''] = [
    await insertPlaylist(front, { teacher, title: 'Gouache' }),
    await insertPlaylist(front, { teacher, title: 'Watercolour' }),
  ].toSorted()
  const courseId = await insertCourse(front, { playlistId: id })
  const read = async (path: string): Promise<unknown> => (await fetch(`${front.url}${path}`)).json()
  const courses = () => read(`/api/playlists/${id}/courses`)
  const popular = async () => {
    const { playlists } = playlistsApi.list.reply.parse(await read('/api/playlists?sort=popular'))
    return playlists.map(({ _id, savedCount }) => [_id, savedCount])
  }
  const saver = () => read(`/api/users/profile/${sam.id}`)
  expect(await courses()).toMatchObject([{ likesCount: 0, commentsCount: 0 }])
  expect(await popular()).toEqual([
    [other, 0],
    [id, 0],
  ])
  expect(await saver()).toMatchObject({ savedPlaylistsCount: 0 })

  await sam.request('POST', `/api/courses/${courseId}/like`, { liked: true })
  expect(await courses()).toMatchObject([{ likesCount: 1, likes: [sam.id] }])
  await sam.request('POST', '/api/comments', { text: 'Nice.', courseId })
  expect(await courses()).toMatchObject([{ likesCount: 1, commentsCount: 1 }])
  await sam.request('POST', `/api/users/savePlaylist/${id}`)
  expect(await popular()).toEqual([
    [id, 1],
    [other, 0],
  ])
  expect(await saver()).toMatchObject({ savedPlaylistsCount: 1 })
  await sam.request('DELETE', `/api/users/savedPlaylists/${id}`)
  expect(await popular()).toEqual([
    [other, 0],
    [id, 0],
  ])
})
