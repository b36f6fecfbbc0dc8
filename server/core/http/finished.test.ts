import { expect, test } from 'vitest'
import { openHouse } from '#server/test-house.ts'
import { insertPlaylist } from '#server/test-publications.ts'
import { serveFinished } from './finished.ts'

async function openFront(options: Parameters<typeof openHouse>[0] & { behindProxy?: boolean } = {}) {
  const house = await openHouse(options)
  const served: number[] = []
  serveFinished({
    house: house.house,
    behindProxy: options.behindProxy ?? false,
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
  house.changed()
  await (await meanwhile).text()
  await admin.ask('POST', '/api/categories', { title: 'ceramics' })
  served.length = 0
  await (await read()).text()
  expect(served).toEqual([])
})

test('what a teacher publishes is in the list that a visitor reads next', async () => {
  const front = await openFront()
  const teacher = await front.user('Ada', 'Teacher')
  const admin = await front.user('Root', 'Student', { isAdmin: true })
  const id = await insertPlaylist(front, { teacher, status: 'pending' })
  expect(await (await front.read()).json()).toMatchObject({ total: 0 })
  await admin.ask('POST', `/api/playlists/approve-playlist/${id}`, { isPlaylistApproved: 'approved' })
  expect(await (await front.read()).json()).toMatchObject({ total: 1 })
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

test('behind a proxy calls are counted by whom the proxy names', async () => {
  const { read, served } = await openFront({ behindProxy: true })
  await (await read()).text()
  await (await read()).text()
  expect(served).toEqual([])
})
