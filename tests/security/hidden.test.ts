import { expect, test } from 'vitest'
import { type Answer, Form } from './request.ts'
import { NOTHING, openSite, VIDEO, type Who } from './site.ts'

const site = openSite()
const OUTSIDERS: (Who | undefined)[] = [undefined, 'S1', 'O1', 'T2']

/** A response without its request id and time. */
function essence({ status, headers, text }: Answer): string {
  const { 'x-request-id': requestId, date: _date, ...others } = headers
  return JSON.stringify([status, others, text.replaceAll(String(requestId), '…')])
}

test('hidden item by every road', async () => {
  const { ids, users } = site()
  const hidden = [ids.PP, ids.CP, ids.CQ]
  const roads = [
    '/api/playlists?limit=200',
    '/api/playlists?status=any',
    '/api/playlists?status=pending',
    '/api/playlists?status=approved&q=pending',
    '/api/playlists?category=development&sort=title',
    '/api/playlists?sort=status&order=desc&q=p',
    `/api/playlists/${ids.PA}`,
    `/api/playlists/${ids.PA}/courses`,
    `/api/playlists/teacher/${users.T1.id}`,
    '/api/playlists/search-playlist?q=pending',
    '/api/playlists/search-playlist?q=course',
    '/api/search/moments?q=only',
    '/api/users/teacherSearch?q=',
    '/api/users/profile?limit=200',
    `/api/users/profile/${users.T1.id}`,
    `/api/users/savedPlaylists?userId=${users.T1.id}`,
    '/api/comments?limit=200',
    `/api/courses/${ids.CA}/threads?limit=200`,
    '/api/notes?limit=200',
    '/api/users/likes?limit=200',
    '/api/categories',
  ]
  await site().send('T1', 'POST', `/api/users/savePlaylist/${ids.PP}`)
  await site().addComment('T1', ids.CP, 'Only for me')
  const bytes = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nOnly for me\n')
  await site().send('T1', 'PUT', `/api/courses/${ids.CP}/captions/en`, {
    body: new Form({}, { field: 'file', bytes }),
  })
  for (const who of OUTSIDERS) {
    for (const road of roads) {
      const { text } = await site().send(who, 'GET', road)
      expect(
        hidden.filter((id) => text.includes(id)),
        `${who} ${road}`,
      ).toEqual([])
      expect(text, road).not.toContain('Only for me')
    }
  }
  const own = (await site().send('T1', 'GET', `/api/playlists/teacher/${users.T1.id}`)).text
  expect(hidden.filter((id) => own.includes(id))).toEqual(hidden)
})

test('hidden equals missing, in body and headers', async () => {
  const { ids } = site()
  const roads: [string, (id: string) => string, string, object?][] = [
    ['GET', (id) => `/api/playlists/${id}`, ids.PP],
    ['GET', (id) => `/api/playlists/${id}/courses`, ids.PP],
    ['GET', (id) => `/api/courses/${ids.PA}/${id}`, ids.CP],
    ['GET', (id) => `/api/courses/${ids.PP}/${id}`, ids.CQ],
    ['GET', (id) => `/api/comments?courseId=${id}`, ids.CP],
    ['GET', (id) => `/api/live?courseId=${id}`, ids.CP],
    ['GET', (id) => `/api/courses/${id}/threads`, ids.CP],
    ['GET', (id) => `/api/courses/${id}/captions`, ids.CP],
    ['GET', (id) => `/api/notes/export?playlistId=${id}`, ids.PP],
    ['POST', (id) => `/api/courses/${id}/like`, ids.CQ, {}],
    ['POST', (id) => `/api/users/savePlaylist/${id}`, ids.PP],
    ['PUT', (id) => `/api/playlists/${id}`, ids.PP, new Form({ title: 'Mine' })],
    ['DELETE', (id) => `/api/courses/${ids.PA}/${id}`, ids.CP],
  ]
  for (const who of OUTSIDERS) {
    for (const [method, road, id, body] of roads) {
      const extras = body ? { body } : {}
      const hidden = await site().send(who, method, road(id), extras)
      for (const nothing of [NOTHING, `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`, 'nonsense']) {
        const missing = await site().send(who, method, road(nothing), extras)
        expect(essence(missing).replaceAll(nothing, id), `${who} ${method} ${road(id)}`).toBe(essence(hidden))
      }
    }
  }
})

test('visitor gets no video id', async () => {
  const { ids, users } = site()
  for (const road of [
    '/api/playlists',
    `/api/playlists/${ids.PA}`,
    `/api/playlists/${ids.PA}/courses`,
    `/api/playlists/teacher/${users.T1.id}`,
    '/api/playlists/search-playlist?q=course',
    '/api/users/teacherSearch?q=',
  ]) {
    const { status, text } = await site().send(undefined, 'GET', road)
    expect(status).toBe(200)
    expect(text, road).not.toContain(VIDEO)
    expect(text, road).not.toContain('videoLink')
    expect(text, road).not.toContain('"video"')
  }
  expect((await site().send(undefined, 'GET', `/api/courses/${ids.PA}/${ids.CA}`)).status).toBe(401)
  expect((await site().send('S1', 'GET', `/api/courses/${ids.PA}/${ids.CA}`)).json.videoLink).toBe(VIDEO)
})

test('savedBy/likes', async () => {
  const { ids, users } = site()
  for (const who of ['S1', 'S2'] as const) {
    await site().send(who, 'POST', `/api/users/savePlaylist/${ids.PA}`)
    await site().send(who, 'POST', `/api/courses/${ids.CA}/like`, { body: { liked: true } })
  }
  const seenBy = async (who: Who | undefined) =>
    (await site().send(who, 'GET', `/api/playlists/${ids.PA}`)).json
  expect(await seenBy('S1')).toMatchObject({ savedBy: [users.S1.id], savedCount: 2 })
  expect(await seenBy('T1')).toMatchObject({ savedBy: [], savedCount: 2 })
  expect(await seenBy(undefined)).toMatchObject({ savedBy: [], savedCount: 2 })
  const course = await site().send('O1', 'GET', `/api/courses/${ids.PA}/${ids.CA}`)
  expect(course.json).toMatchObject({
    likesCount: 2,
    likes: expect.arrayContaining([users.S1.id, users.S2.id]),
  })
  const profile = await site().send('S2', 'GET', `/api/users/profile/${users.S1.id}`)
  expect(profile.json).not.toHaveProperty('savedPlaylists')
})

test('query widens?', async () => {
  const { ids, users } = site()
  const plain = (await site().send('S1', 'GET', `/api/playlists/${ids.PA}/courses`)).text
  for (const query of [
    `teacherId=${users.T1.id}`,
    `teacherId=${users.A1.id}`,
    'status=any',
    'isCourseApproved=pending',
    'admin=true',
    'role=admin',
  ]) {
    expect((await site().send('S1', 'GET', `/api/playlists/${ids.PA}/courses?${query}`)).text).toBe(plain)
  }
  expect(
    (await site().send('S1', 'GET', `/api/playlists/${ids.PP}/courses?teacherId=${users.T1.id}`)).status,
  ).toBe(404)
  const saved = await site().send('S2', 'GET', `/api/users/savedPlaylists?userId=${users.T1.id}`)
  expect(saved.text).not.toContain(ids.PP)
})

test('duplicate query', async () => {
  const { ids, users } = site()
  for (const road of [
    `/api/playlists/${ids.PA}/courses?teacherId=${users.T2.id}&teacherId=${users.T1.id}`,
    '/api/playlists?status=approved&status=any',
    '/api/playlists?limit=1&limit=2',
    '/api/playlists/search-playlist?q=a&q=b',
  ]) {
    const answer = await site().send('S1', 'GET', road)
    expect([answer.status, answer.json.message], road).toEqual([400, 'Invalid request.'])
  }
})

test('enumeration of ids', async () => {
  const { ids } = site()
  const all = Object.values(ids)
  expect(new Set(all.map((id) => id.slice(12))).size).toBe(all.length)
  expect(all.every((id) => /^[0-9a-f]{24}$/.test(id))).toBe(true)
  for (const [index, id] of all.entries()) {
    const next = (BigInt(`0x${id}`) + BigInt(index + 1)).toString(16).padStart(24, '0')
    for (const odd of [
      next,
      id.toUpperCase(),
      `${id}0`,
      id.slice(1),
      `${id}%00`,
      '1',
      '-1',
      '*',
      '%27',
      '[object]',
    ]) {
      if (odd === id) continue
      const answer = await site().send('A1', 'GET', `/api/playlists/${odd}`)
      expect([answer.status, answer.json.message], odd).toEqual([404, 'Playlist not found.'])
    }
  }
})
