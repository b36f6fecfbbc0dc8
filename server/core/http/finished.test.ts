import { expect, test } from 'vitest'
import { playlistsApi } from '#contract/playlists.ts'
import { stopClock } from '#server/test-clock.ts'
import { openHouse, Upload } from '#server/test-house.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { addressReader } from '../network.ts'
import { serveFinished } from './finished.ts'

async function openFront(options: Parameters<typeof openHouse>[0] & { trusted?: string[] } = {}) {
  const house = await openHouse(options)
  const served: number[] = []
  serveFinished({
    house: house.house,
    addressOf: addressReader(options.trusted ?? []),
    onServed: ({ status }) => served.push(status),
  })
  const url = await house.app.listen({ host: '127.0.0.1', port: 0 })
  const ask = (headers: Record<string, string> = {}) => fetch(`${url}/api/playlists`, { headers })
  return { ...house, served, read: ask, url }
}

/** Everything but what is another each time. */
function headOf({ headers }: Response) {
  return Object.fromEntries(
    [...headers].filter(([name]) => !['date', 'x-request-id', 'keep-alive'].includes(name)),
  )
}

test('a second visitor gets the same bytes under the same head, with an id of their own', async () => {
  const { read, served } = await openFront()
  const first = await read()
  const body = await first.text()
  const second = await read()
  expect(served).toEqual([200])
  expect(await second.text()).toBe(body)
  expect(headOf(second)).toEqual(headOf(first))
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
})

test('who has it already is told so, whether it is kept or not', async () => {
  const { read, served } = await openFront()
  const first = await read()
  const has = { 'if-none-match': first.headers.get('etag') ?? '' }
  await first.text()
  expect((await read(has)).status).toBe(304)
  expect(served).toEqual([304])

  const other = await openFront()
  const same = await other.read(has)
  expect([same.status, await same.text(), other.served]).toEqual([304, '', []])
})

test('after a write everybody reads what is true, also when it was being read meanwhile', async () => {
  const { read, user, served, house, category } = await openFront()
  const admin = await user('Root', 'Student', { isAdmin: true })
  await category()
  await (await read()).text()
  const meanwhile = read()
  house.changed('everything')
  await (await meanwhile).text()
  await admin.ask('POST', '/api/categories', { title: 'ceramics' })
  served.length = 0
  await (await read()).text()
  expect(served).toEqual([])
})

test('what is approved, renamed, cancelled and deleted is true for the visitor who reads next', async () => {
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
    admin.ask('POST', `/api/playlists/approve-playlist/${id}`, { isPlaylistApproved })
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
  await teacher.ask('PUT', `/api/playlists/${id}`, new Upload({ title: 'Ink' }))
  expect(await seen()).toMatchObject(shown('Ink', 'Ada'))
  await teacher.ask('PUT', `/api/users/profile/${teacher.id}`, new Upload({ username: 'Ada King' }))
  expect(await seen()).toMatchObject(shown('Ink', 'Ada King'))
  await decide('cancel')
  expect(await seen()).toMatchObject(hidden)
  await decide('approved')
  await admin.ask('DELETE', `/api/playlists/${id}/${teacher.id}`)
  expect(await seen()).toMatchObject(hidden)
})

test('who has a token, or comes from another site, is answered by the whole server', async () => {
  const { read, user, served } = await openFront()
  const { token } = await user('Sam')
  await (await read()).text()
  const own = await read({ authorization: `Bearer ${token}` })
  expect(own.headers.get('cache-control')).toBe('no-store')
  await (await read({ origin: 'https://elsewhere.example' })).text()
  expect(served).toEqual([])
})

test('what is kept counts against the limit like everything else', async () => {
  const { read } = await openFront({ rateScale: 5 / 600 })
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) statuses.push((await read()).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('behind a proxy calls are counted by whom the proxy names, and https is told to stay', async () => {
  const proxied = { trusted: ['127.0.0.1'], environment: { TRUST_PROXY: '127.0.0.1' }, rateScale: 2 / 600 }
  const { read, served } = await openFront(proxied)
  const by = (name: string, scheme: string) => read({ 'x-forwarded-for': name, 'x-forwarded-proto': scheme })
  const statuses: number[] = []
  for (const name of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])
    statuses.push((await by(name, 'https')).status)
  expect(statuses).toEqual([200, 200, 429, 200])
  expect(served).toEqual([200, 200])
  const secure = await by('192.0.2.3', 'https')
  const plain = await by('192.0.2.3', 'http')
  expect([secure, plain].map(({ headers }) => headers.has('strict-transport-security'))).toEqual([
    true,
    false,
  ])
})

test('who is no trusted proxy names nobody', async () => {
  const { read } = await openFront({ rateScale: 2 / 600 })
  const statuses: number[] = []
  for (const name of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    statuses.push((await read({ 'x-forwarded-for': name })).status)
  expect(statuses).toEqual([200, 200, 429])
})

test('a write leaves what does not show it where it is', async () => {
  const front = await openFront()
  const teacher = await front.user('Ada', 'Teacher')
  const sam = await front.user('Sam')
  const id = await insertPlaylist(front, { teacher, title: 'Gouache' })
  const other = await insertPlaylist(front, { teacher, title: 'Watercolour' })
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
  /** Which of them had to be made anew after this. */
  const forgottenBy = async (write: () => Promise<{ statusCode: number }>) => {
    for (const path of Object.values(paths)) await read(path)
    expect((await write()).statusCode).toBeLessThan(300)
    const forgotten: string[] = []
    for (const [name, path] of Object.entries(paths)) {
      front.served.length = 0
      await read(path)
      if (front.served.length === 0) forgotten.push(name)
    }
    return forgotten
  }
  const { ask } = sam
  const comment = { text: 'Nice.', courseId }
  let commentId = ''
  const shown = ['list', 'courses']
  expect(await forgottenBy(() => ask('POST', `/api/courses/${courseId}/like`, { liked: true }))).toEqual(
    shown,
  )
  expect(
    await forgottenBy(async () => {
      const answer = await ask('POST', '/api/comments', comment)
      commentId = answer.json().comment._id
      return answer
    }),
  ).toEqual(shown)
  expect(await forgottenBy(() => ask('PUT', `/api/comments/${commentId}`, { text: 'Good.' }))).toEqual(shown)
  expect(await forgottenBy(() => ask('DELETE', `/api/comments/${commentId}`))).toEqual(shown)
  expect(await forgottenBy(() => ask('POST', `/api/users/savePlaylist/${id}`))).toEqual([
    'list',
    'popular',
    'courses',
    'person',
  ])
  expect(await forgottenBy(() => ask('POST', '/api/auth/logout'))).toEqual([])
  expect(
    await forgottenBy(() => teacher.ask('PUT', `/api/playlists/${id}`, new Upload({ title: 'Ink' }))),
  ).toEqual(Object.keys(paths))
})

test('a visitor reads at once what was liked, said and saved', async () => {
  const front = await openFront()
  const teacher = await front.user('Ada', 'Teacher')
  const sam = await front.user('Sam')
  const pass = stopClock()
  const id = await insertPlaylist(front, { teacher, title: 'Gouache' })
  pass()
  const other = await insertPlaylist(front, { teacher, title: 'Watercolour' })
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

  await sam.ask('POST', `/api/courses/${courseId}/like`, { liked: true })
  expect(await courses()).toMatchObject([{ likesCount: 1, likes: [sam.id] }])
  await sam.ask('POST', '/api/comments', { text: 'Nice.', courseId })
  expect(await courses()).toMatchObject([{ likesCount: 1, commentsCount: 1 }])
  await sam.ask('POST', `/api/users/savePlaylist/${id}`)
  expect(await popular()).toEqual([
    [id, 1],
    [other, 0],
  ])
  expect(await saver()).toMatchObject({ savedPlaylistsCount: 1 })
  await sam.ask('DELETE', `/api/users/savedPlaylists/${id}`)
  expect(await popular()).toEqual([
    [other, 0],
    [id, 0],
  ])
})
