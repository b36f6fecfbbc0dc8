import { expect, test } from 'vitest'
import type { FormattedText } from '#contract/settings/formatted-text.ts'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { readMarkdown } from './markdown.ts'

async function open() {
  const testApp = await openTestApp()
  return { testApp, admin: await testApp.user('Anna', 'Student', { isAdmin: true }) }
}

const publish = (admin: TestUser, kind: string, body: object = {}) =>
  admin.request('PUT', `/api/admin/legal/${kind}`, { markdown: '# Terms\n\nBe *kind*.', ...body })
const missing = async (user: TestUser) => (await user.request('GET', '/api/consents')).json().versions
const accept = (user: TestUser, body: object) => user.request('POST', '/api/consents', body)

const rowsOf = ({ db }: TestApp, userId: string) =>
  db.selectFrom('consents').select(['kind', 'version']).where('user_id', '=', userId).execute()

test('a page is not found until it is published, and every version stays', async () => {
  const { testApp, admin } = await open()
  for (const path of ['terms', 'privacy', 'imprint', 'other'])
    expect((await testApp.request('GET', `/api/legal/${path}`)).statusCode).toBe(404)
  expect((await publish(admin, 'terms')).json()).toMatchObject({ message: 'Version 1 is published.' })
  await publish(admin, 'terms', { markdown: 'Be kinder.', from: 1 })
  expect((await testApp.request('GET', '/api/legal/terms')).json()).toEqual({
    kind: 'terms',
    version: 2,
    publishedAt: expect.any(String),
    text: [{ tag: 'p', in: ['Be kinder.'] }],
  })
  expect((await admin.request('GET', '/api/legal/terms')).json().markdown).toBe('Be kinder.')
  const rows = await testApp.db.selectFrom('legal_pages').select('markdown').orderBy('version').execute()
  expect(rows.map(({ markdown }) => markdown)).toEqual(['# Terms\n\nBe *kind*.', 'Be kinder.'])
  expect((await testApp.request('GET', '/api/site')).json().legal).toEqual({ terms: 2 })
  expect((await publish(admin, 'other')).statusCode).toBe(404)
})

test('a version over another one is a conflict, and two at once give two versions', async () => {
  const { testApp, admin } = await open()
  await publish(admin, 'privacy', { from: 0 })
  const late = await publish(admin, 'privacy', { from: 0 })
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    'Version 1 was published meanwhile. Look at it first.',
  ])
  await Promise.all([publish(admin, 'privacy'), publish(admin, 'privacy')])
  expect((await testApp.request('GET', '/api/site')).json().legal).toEqual({ privacy: 3 })
})

test.each([
  [{ markdown: ' ' }, { markdown: 'Write the page first.' }],
  [{ markdown: 'a'.repeat(50_001) }, { markdown: 'Enter at most 50000 characters.' }],
])('an empty text and one that is too long are rejected at the field', async (body, errors) => {
  const { admin } = await open()
  const answer = await publish(admin, 'terms', body)
  expect([answer.statusCode, answer.json().errors]).toEqual([400, errors])
})

test('people accept versions, and are asked again only after a version that says so', async () => {
  const { testApp, admin } = await open()
  const noah = await testApp.user('Noah')
  expect(await missing(noah)).toEqual({})
  await publish(admin, 'terms')
  await publish(admin, 'imprint')
  expect(await missing(noah)).toEqual({ terms: 1 })
  expect((await accept(noah, { terms: 1 })).statusCode).toBe(200)
  await accept(noah, { terms: 1 })
  expect(await missing(noah)).toEqual({})
  await publish(admin, 'privacy')
  expect(await missing(noah)).toEqual({ privacy: 1 })
  await accept(noah, { privacy: 1 })
  await publish(admin, 'terms')
  expect(await missing(noah)).toEqual({})
  await publish(admin, 'terms', { asksAgain: true })
  await publish(admin, 'terms')
  expect(await missing(noah)).toEqual({ terms: 4 })
  await accept(noah, { terms: 3 })
  expect(await missing(noah)).toEqual({})
  expect(await rowsOf(testApp, noah.id)).toHaveLength(3)
  const states = (await admin.request('GET', '/api/admin/legal')).json()
  expect(states.people).toBe(2)
  expect(states.pages).toMatchObject([
    { kind: 'terms', version: 4, accepted: 0 },
    { kind: 'privacy', version: 1, accepted: 1 },
    { kind: 'imprint', version: 1, accepted: 0 },
  ])
})

test('a version that was never published cannot be accepted', async () => {
  const { admin } = await open()
  await publish(admin, 'terms')
  const answer = await accept(admin, { terms: 2 })
  expect([answer.statusCode, answer.json().errors]).toEqual([400, { terms: 'There is no such version.' }])
  expect((await accept(admin, { terms: 0 })).statusCode).toBe(400)
})

test('our form registers with the accepted versions, other clients without', async () => {
  const { testApp, admin } = await open()
  await publish(admin, 'terms')
  const bytes = await picture('#334455', { width: 32, height: 32 })
  const register = (name: string, own: Record<string, string>) => {
    const secret = { password: 'plum tree 44', confirmPassword: 'plum tree 44' }
    const fields = { username: name, email: `${name}@example.org`, ...secret, ...own }
    return testApp.request('POST', '/api/auth/register', new Upload(fields, { field: 'profilePhoto', bytes }))
  }
  expect((await register('ada', { consent: 'terms:1' })).statusCode).toBe(201)
  expect((await register('ben', {})).statusCode).toBe(201)
  expect((await register('cleo', { consent: 'all' })).json().errors).toEqual({
    consent: 'Accept the terms again.',
  })
  expect((await register('dora', { consent: 'terms:2' })).statusCode).toBe(400)
  const accepted = await testApp.db
    .selectFrom('consents')
    .innerJoin('users', 'users.id', 'consents.user_id')
    .select(['username', 'kind', 'version'])
    .execute()
  expect(accepted).toEqual([{ username: 'ada', kind: 'terms', version: 1 }])
})

test('Markdown becomes elements of the list, with headings below that of the page', async () => {
  expect(
    await readMarkdown('# One\n\n###### Six\n\n- a\n- **b** `c`\n\n> d\n\n[e](https://example.org)'),
  ).toEqual([
    { tag: 'h2', in: ['One'] },
    { tag: 'h4', in: ['Six'] },
    {
      tag: 'ul',
      in: [
        { tag: 'li', in: ['a'] },
        { tag: 'li', in: [{ tag: 'strong', in: ['b'] }, ' ', { tag: 'code', in: ['c'] }] },
      ],
    },
    { tag: 'blockquote', in: [{ tag: 'p', in: ['d'] }] },
    { tag: 'p', in: [{ tag: 'a', href: 'https://example.org', in: ['e'] }] },
  ])
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><style>*{}</style></svg>',
  '[a](javascript:alert(1))',
  '[a](JAVASCRIPT&colon;alert(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](vbscript:x)',
  '[a](//evil.example)',
  '[a](/\\evil.example)',
  '![a](https://evil.example/a.png)',
  '<https://evil.example/"onmouseover="alert(1)>',
  '<javascript:alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '[a]: javascript:alert(1)\n\n[a]',
  `${'['.repeat(5000)}`,
  `${'> '.repeat(5000)}a`,
]

function linksIn(text: FormattedText): string[] {
  return text.flatMap((node) =>
    typeof node === 'string' ? [] : ['href' in node ? [node.href] : [], linksIn(node.in)].flat(),
  )
}

test.each(HOSTILE)(
  'hostile Markdown brings no script, picture or foreign kind of link: %j',
  async (markdown) => {
    const { testApp, admin } = await open()
    const answer = await publish(admin, 'terms', { markdown })
    expect(answer.statusCode).toBe(200)
    const { text } = (await testApp.request('GET', '/api/legal/terms')).json()
    for (const href of linksIn(text))
      expect(href).toMatch(/^(https:\/\/evil\.example(\/[^"<>]*)?|\/%5Cevil\.example)$/)
    expect(JSON.stringify(text)).not.toMatch(/"tag":"(?:img|script|style|iframe|svg)"/)
  },
)
