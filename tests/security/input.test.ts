import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { Form } from './request.ts'
import { listIn, openSite, VIDEO, type Who } from './site.ts'

const site = openSite()
const INVALID_VIDEO = 'Video link must be a YouTube or Vimeo link, or an 11-character video id.'

const addCourse = async (fields: Record<string, string>) => {
  const draft = { videoTitle: 'A course', videoLink: VIDEO, description: 'All of it.' }
  const body = await site().form({ ...draft, ...fields }, 'tutorialImage')
  return site().send('T1', 'POST', `/api/courses/${site().ids.PA}`, { body })
}
const comment = (body: object | string, who: Who = 'S1') =>
  site().send(who, 'POST', '/api/comments', { body })
const say = (text: unknown) => comment({ text, courseId: site().ids.CA })

test('SSRF by link: the server never requests a submitted address', async () => {
  let connections = 0
  const canary = createServer((_request, response) => {
    connections += 1
    response.end()
  })
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  const address = canary.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  try {
    for (const link of [
      url,
      `${url}/watch?v=${VIDEO}`,
      `http://youtu.be@${url.slice(7)}/${VIDEO}`,
      `https://www.youtube.com/redirect?q=${url}`,
      'file:///etc/passwd',
      'http://169.254.169.254/latest/meta-data/',
      `gopher://${url.slice(7)}/_x`,
      'http://[::1]/',
      'http://0x7f000001/',
    ]) {
      const answer = await addCourse({ videoLink: link })
      expect([answer.status, answer.json.message], link).toEqual([400, INVALID_VIDEO])
    }
    await say(`Look at ${url} and <img src="${url}/x.png">`)
    await addCourse({ description: `![x](${url}/a.png) ${url}`, tutorialImage: `${url}/x.png` })
    const { id } = site().users.S2
    await site().send('S2', 'PUT', `/api/users/profile/${id}`, {
      body: new Form({ profilePhoto: `${url}/x.png`, username: url.slice(7) }),
    })
    await site().send('S1', 'GET', '/api/playlists', {
      headers: { referer: url, origin: url, host: url.slice(7), 'x-forwarded-host': url.slice(7) },
    })
    expect(connections).toBe(0)
  } finally {
    canary.close()
  }
})

test('videoLink corpus', async () => {
  for (const link of [
    `javascript:alert(1)//${VIDEO}`,
    `data:text/html,${VIDEO}`,
    `//www.youtube.com/watch?v=${VIDEO}`,
    `https://youtube.com.evil.example/watch?v=${VIDEO}`,
    `https://youtube.com@evil.example/watch?v=${VIDEO}`,
    `https://www.youtube.com:444/watch?v=${VIDEO}`,
    'https://www.youtube.com/playlist?list=PL123456789',
    `https://www.youtube.com/watch?v=${VIDEO}&v=aircAruvnKk`,
    'dQw4w9WgXc',
    'dQw4w9WgXcQQ',
    'dQw4w9WgXc"',
    'ｄQw4w9WgXcQ',
    `https://www.youtubе.com/watch?v=${VIDEO}`,
    `https://youtu.be/${VIDEO}"onload="alert(1)`,
    ' ',
    `https://youtu.be/${'a'.repeat(2100)}`,
    'https://vimeo.com.evil.example/76979871',
    'https://vimeo.com/76979871/"onload="alert(1)',
    'https://player.vimeo.com/video/76979871?h=%22onload=',
    'https://player.vimeo.com/video/../76979871/config',
  ]) {
    const answer = await addCourse({ videoLink: link })
    expect([answer.status, answer.json.message], link).toEqual([400, INVALID_VIDEO])
  }
  const good = await addCourse({ videoLink: `https://www.youtube.com/watch?v=${VIDEO}&evil=<script>#x` })
  expect(Object(good.json.data).videoLink).toBe(VIDEO)
  const vimeo = await addCourse({ videoLink: 'https://vimeo.com/76979871/abcdef0123?evil=<script>#x' })
  expect(Object(vimeo.json.data).video).toEqual({ source: 'vimeo', key: '76979871', hash: 'abcdef0123' })
})

test('prototype pollution', async () => {
  const { CA } = site().ids
  for (const text of [
    `{"text":"x","courseId":"${CA}","__proto__":{"isAdmin":true}}`,
    `{"text":"x","courseId":"${CA}","constructor":{"prototype":{"isAdmin":true}}}`,
    `{"text":"x","courseId":"${CA}","a":{"b":[{"__proto__":{"isAdmin":true}}]}}`,
  ]) {
    expect((await comment(text)).status).toBe(400)
  }
  for (const field of ['__proto__', 'constructor', '__proto__[isAdmin]', 'constructor.prototype.isAdmin']) {
    const body = new Form([
      [field, 'true'],
      ['username', 'Still Sam'],
    ])
    const answer = await site().send('S2', 'PUT', `/api/users/profile/${site().users.S2.id}`, { body })
    expect([200, 400], field).toContain(answer.status)
  }
  for (const query of [
    '__proto__[isAdmin]=true',
    '__proto__=x',
    'constructor[prototype][isAdmin]=1',
    'toString=x',
    'limit[__proto__]=1',
  ]) {
    const answer = await site().send('S1', 'GET', `/api/playlists?${query}`)
    expect([200, 400], query).toContain(answer.status)
  }
  expect((await site().send('S1', 'GET', '/api/courses')).status).toBe(403)
  expect((await site().send('S2', 'POST', '/api/categories', { body: { title: 'Polluted' } })).status).toBe(
    403,
  )
})

const SQL = [
  "' or '1'='1",
  "'; drop table users; --",
  "') union select email, password_hash from users --",
  '" or ""="',
  '\\\'; attach database "/tmp/x" as x; --',
  "1; select load_extension('x')",
  "%' and (select count(*) from users) > 0 and '%'='",
  'x" OR rowid MATCH "a',
  "'||(select password_hash from users limit 1)||'",
  '0x27 or sleep(5)',
  "admin'/*",
]

test('SQL injection corpus', async () => {
  const users = await site().sql('select count(*) as n from users')
  const { ids } = site()
  for (const evil of SQL) {
    const q = encodeURIComponent(evil)
    for (const path of [
      `/api/playlists/search-playlist?q=${q}`,
      `/api/users/teacherSearch?q=${q}`,
      `/api/users/profile?q=${q}&sort=${q}`,
      `/api/users/profile?q=${q}`,
      `/api/playlists?category=${q}&q=${q}`,
      `/api/playlists?sort=${q}`,
      `/api/playlists?cursor=${q}`,
      `/api/playlists?cursor=${Buffer.from(evil).toString('base64url')}`,
      `/api/courses?q=${q}&playlist=${q}`,
      `/api/courses?sort=title&order=${q}`,
      `/api/comments?courseId=${q}`,
      `/api/users/savedPlaylists?userId=${q}`,
      `/api/playlists/${q}`,
      `/api/playlists/${ids.PA}/courses?teacherId=${q}&limit=${q}`,
      `/api/courses/${ids.PA}/${q}`,
    ]) {
      const { status, text } = await site().send('A1', 'GET', path)
      expect([200, 400, 404], path).toContain(status)
      expect(text).not.toMatch(/syntax error|unrecognized token|no such column/i)
    }
    const posted = await say(evil)
    expect(Object(posted.json.comment).text).toBe(evil.trim())
    const login = await site().send(undefined, 'POST', '/api/auth/login', {
      body: { email: evil, password: evil },
    })
    expect(login.status).toBe(401)
  }
  expect(await site().sql('select count(*) as n from users')).toEqual(users)
})

test('LIKE/FTS syntax', async () => {
  const listed = async (who: Who, path: string, key: string) =>
    listIn(await site().send(who, 'GET', path), key)
  const everything = (await listed('A1', '/api/users/profile?limit=200', 'users')).length
  for (const evil of ['%', '_', '%%%', '\\', '\\%', '[a-z]', '*', '?']) {
    const q = encodeURIComponent(evil)
    expect((await listed('A1', `/api/users/profile?q=${q}`, 'users')).length, evil).toBeLessThan(everything)
  }
  for (const evil of [
    'public*',
    '"public',
    'public"',
    'title:public',
    'public AND by',
    'public NEAR by',
    'NOT public',
    '-public',
    '^public',
    '(public',
    'public)',
    '{title}:public',
    'public OR',
    '""',
    '*',
    'NEAR(a b)',
    "'",
    ':',
    '+',
    '\u0000',
    'a'.repeat(100),
    '"*"',
  ]) {
    const q = encodeURIComponent(evil)
    for (const path of [
      `/api/playlists/search-playlist?q=${q}`,
      `/api/users/teacherSearch?q=${q}`,
      `/api/playlists?q=${q}`,
      `/api/courses?q=${q}`,
    ]) {
      expect([200, 400], path).toContain((await site().send('A1', 'GET', path)).status)
    }
  }
})

test('type confusion', async () => {
  const { CA } = site().ids
  const values: unknown[] = [
    null,
    true,
    0,
    12,
    -1,
    1.5,
    [],
    ['a'],
    {},
    { $ne: null },
    { length: 5 },
    { toString: 'x' },
    [[[]]],
  ]
  for (const value of values) {
    expect((await say(value)).status, JSON.stringify(value)).toBe(400)
    expect((await comment({ text: 'x', courseId: value })).status).toBe(400)
    const login = await site().send(undefined, 'POST', '/api/auth/login', {
      body: { email: value, password: value },
    })
    expect(login.status).toBe(400)
    if (typeof value !== 'boolean') {
      expect(
        (await site().send('S1', 'POST', `/api/courses/${CA}/like`, { body: { liked: value } })).status,
      ).toBe(400)
    }
    const status = await site().send('A1', 'POST', `/api/playlists/approve-playlist/${site().ids.PA}`, {
      body: { isPlaylistApproved: value },
    })
    expect(status.status).toBe(400)
  }
  for (const body of [
    '[]',
    '"x"',
    '1',
    'null',
    'true',
    '{}{}',
    '{"text":',
    '\ufeff{}',
    '{"a":1,}',
    "{'a':1}",
    'NaN',
  ]) {
    expect((await comment(body)).status, body).toBe(400)
  }
  for (const status of ['Approved', ' approved', 'approved ', 'APPROVED', 'deleted', '']) {
    const answer = await site().send('A1', 'POST', `/api/courses/approve-course/${CA}`, {
      body: { isCourseApproved: status },
    })
    expect([answer.status, answer.json.message]).toEqual([
      400,
      'Status must be pending, processing, approved or cancel.',
    ])
  }
})

test('too long', async () => {
  for (const [text, status] of [
    ['x'.repeat(2000), 201],
    ['x'.repeat(2001), 400],
    ['👨‍👩‍👧‍👦'.repeat(800), 400],
    ['a\u0301'.repeat(2000), 201],
    ['🇩🇪'.repeat(2000), 201],
  ] as const) {
    expect((await say(text)).status, `${text.slice(0, 8)} × ${text.length}`).toBe(status)
  }
  const zalgo = `a${'\u0301'.repeat(17_000)}`
  expect((await say(zalgo)).status).toBe(400)
  const whole = await comment(`{"text":"${'x'.repeat(70_000)}","courseId":"${site().ids.CA}"}`)
  expect([whole.status, whole.json.message]).toEqual([413, 'Request is too large.'])
  const deep = await comment(`${'['.repeat(30_000)}${']'.repeat(30_000)}`)
  expect(deep.status).toBe(400)
  const q = 'x'.repeat(101)
  for (const path of [
    `/api/playlists/search-playlist?q=${q}`,
    `/api/users/teacherSearch?q=${q}`,
    `/api/users/profile?q=${q}`,
    `/api/courses?q=${q}`,
  ]) {
    const answer = await site().send('A1', 'GET', path)
    expect([answer.status, answer.json.message]).toEqual([400, 'Search text must be at most 100 characters.'])
  }
  expect([404, 414]).toContain(
    (await site().send(undefined, 'GET', `/api/playlists/${'a'.repeat(2100)}`)).status,
  )
})

test('list floods', async () => {
  const lists = [
    '/api/playlists',
    '/api/users/profile',
    '/api/comments',
    '/api/users/teacherSearch',
    '/api/users/savedPlaylists',
    `/api/playlists/${site().ids.PA}/courses`,
  ]
  for (const list of lists) {
    for (const limit of ['0', '201', '-1', '1e2', '9999999999', 'abc', '', '1.5', ' 5', '٣', '0x10']) {
      const answer = await site().send('S1', 'GET', `${list}?limit=${encodeURIComponent(limit)}`)
      expect([answer.status, answer.json.message], `${list} ${limit}`).toEqual([
        400,
        'Limit must be between 1 and 200.',
      ])
    }
    for (const cursor of [
      'x',
      '[]',
      Buffer.from('{"a":1}').toString('base64url'),
      Buffer.from('["x",null,{}]').toString('base64url'),
      'A'.repeat(1537),
      '../../x',
      '%00',
    ]) {
      const answer = await site().send('S1', 'GET', `${list}?cursor=${cursor}`)
      expect(answer.status, `${list} ${cursor}`).toBe(400)
    }
  }
})

test('bidi/zero-width names', async () => {
  const rename = async (trick: string) => {
    const body = new Form({ username: `Ad${trick}min` })
    const answer = await site().send('S2', 'PUT', `/api/users/profile/${site().users.S2.id}`, { body })
    return [answer.status, answer.json.message]
  }
  for (const trick of ['\u202e', '\u2066', '\u200b', '\u2060', '\ufeff', '\u00ad', '\u200d']) {
    expect(await rename(trick), JSON.stringify(trick)).toEqual([400, 'Choose another name.'])
    if (trick === '\u200d') continue
    const posted = await say(`ab${trick}cd`)
    expect([posted.status, Object(posted.json.comment).text], JSON.stringify(trick)).toEqual([201, 'abcd'])
  }
  for (const trick of ['\u0000', '\u0007', '\u0085', '\u001b[31m', '\n']) {
    expect(await rename(trick), JSON.stringify(trick)).toEqual([
      400,
      'Name contains characters that are not allowed.',
    ])
    if (trick === '\n') continue
    const posted = await say(`ab${trick}cd`)
    expect([posted.status, posted.json.message]).toEqual([
      400,
      'Comment contains characters that are not allowed.',
    ])
  }
  expect((await comment(`{"text":"a\\ud800b","courseId":"${site().ids.CA}"}`)).status).toBe(400)
  const family = await say('👨‍👩‍👧 नमस्ते می‌خواهم')
  expect(Object(family.json.comment).text).toBe('👨‍👩‍👧 नमस्ते می‌خواهم')
})

test('stored XSS corpus: texts are returned unchanged', async () => {
  for (const evil of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    '</script><script>alert(1)</script>',
    '{{constructor.constructor("alert(1)")()}}',
    '&lt;script&gt;',
    '<!--',
    ']]>',
    "javascript:alert('1')",
  ]) {
    const answer = await say(evil)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Object(answer.json.comment).text).toBe(evil)
    expect(
      await site().sql('select text from comments where id = ?', Object(answer.json.comment)._id),
    ).toEqual([{ text: evil }])
  }
})
