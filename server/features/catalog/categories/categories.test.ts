import { expect, test } from 'vitest'
import { CATEGORIES } from '#contract/static-lists.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertPlaylist } from '#server/test-publications.ts'

const SEVEN = [...CATEGORIES].toSorted()

async function titles({ request }: TestApp): Promise<string[]> {
  const { categories } = (await request('GET', '/api/categories')).json()
  return categories.map(({ title }: { title: string }) => title)
}

async function idOf({ db }: TestApp, title: string): Promise<string> {
  const { id } = await db
    .selectFrom('categories')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  return id
}

test('a fresh site has the seven categories of the specification, by title, readable without a login', async () => {
  const testApp = await openTestApp()
  const answer = await testApp.request('GET', '/api/categories')
  expect(answer.statusCode).toBe(200)
  expect(await titles(testApp)).toEqual(SEVEN)
  expect(Object.keys(answer.json().categories[0])).toEqual(['_id', 'title', 'createdAt', 'playlistsCount'])
})

test('a visitor’s count holds public playlists only, an admin’s all of them', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  await insertPlaylist(testApp, { teacher, category: 'music' })
  await insertPlaylist(testApp, { teacher, category: 'music', status: 'pending' })
  const musicFor = async ({ request }: Pick<TestApp, 'request'>) =>
    (await request('GET', '/api/categories'))
      .json()
      .categories.find(({ title }: { title: string }) => title === 'music').playlistsCount
  expect(await musicFor(testApp)).toBe(1)
  expect(await musicFor(teacher)).toBe(1)
  expect(await musicFor(admin)).toBe(2)
})

test('an admin adds a category, trimmed, and the audit log says who', async () => {
  const testApp = await openTestApp()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const answer = await admin.request('POST', '/api/categories', { title: '  web   design ', _id: 'mine' })
  expect(answer.statusCode).toBe(201)
  const { category, ...rest } = answer.json()
  expect(rest).toEqual({ success: true, message: 'Category added.' })
  expect(category).toMatchObject({ title: 'web design', playlistsCount: 0 })
  expect(await titles(testApp)).toEqual([...SEVEN, 'web design'])
  const audit = await testApp.db.selectFrom('audit').selectAll().execute()
  expect(audit).toMatchObject([
    {
      action: 'category.created',
      actor_id: admin.id,
      subject: category._id,
      detail: '{"title":"web design"}',
    },
  ])
})

const LENGTH = 'Category title must be 2 to 40 characters.'
const CHARACTERS = 'Category title contains characters that are not allowed.'

test.each([
  { what: 'nothing', title: undefined, message: LENGTH },
  { what: 'an empty title', title: '', message: LENGTH },
  { what: 'one letter', title: 'a', message: LENGTH },
  { what: 'one letter among white space', title: '  a  ', message: LENGTH },
  { what: '41 letters', title: 'a'.repeat(41), message: LENGTH },
  { what: 'a number', title: 12, message: LENGTH },
  { what: 'markup', title: '<b>art</b>', message: CHARACTERS },
  { what: 'an escape', title: 'art\u001b', message: CHARACTERS },
  { what: 'two lines', title: 'art\nart', message: CHARACTERS },
])('$what is rejected as a title, and no row is added', async ({ title, message }) => {
  const testApp = await openTestApp()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const answer = await admin.request('POST', '/api/categories', { title })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ message, code: 'invalid', errors: { title: message } })
  expect(await titles(testApp)).toEqual(SEVEN)
})

test.each(['ab', 'a'.repeat(40)])('the title %j has an allowed length', async (title) => {
  const { user } = await openTestApp()
  const admin = await user('Root', 'Student', { isAdmin: true })
  expect((await admin.request('POST', '/api/categories', { title })).statusCode).toBe(201)
})

test('a title that differs only in case or accents is taken', async () => {
  const testApp = await openTestApp()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  for (const title of ['music', 'MUSIC', 'Mūsic']) {
    const answer = await admin.request('POST', '/api/categories', { title })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ message: 'This category already exists.', code: 'conflict' })
  }
  expect(await titles(testApp)).toEqual(SEVEN)
})

test('of many who add the same title at once, one does', async () => {
  const testApp = await openTestApp()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => admin.request('POST', '/api/categories', { title: 'art' })),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array(7).fill(409),
  ])
  expect(await titles(testApp)).toEqual(['art', ...SEVEN])
})

test('a renamed category keeps its playlists and shows its new title at once', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  await insertPlaylist(testApp, { teacher, category: 'music' })
  const id = await idOf(testApp, 'music')
  const answer = await admin.request('PUT', `/api/categories/${id}`, { title: 'Songs' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    success: true,
    message: 'Category renamed.',
    category: { _id: id, title: 'Songs', playlistsCount: 1 },
  })
  expect(await titles(testApp)).toContain('Songs')
  const audit = await testApp.db.selectFrom('audit').select(['action', 'subject', 'detail']).execute()
  expect(audit).toEqual([
    { action: 'category.renamed', subject: id, detail: '{"from":"music","to":"Songs"}' },
  ])
})

test('a category may change the case of its own title, but not take another’s', async () => {
  const testApp = await openTestApp()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const id = await idOf(testApp, 'music')
  expect((await admin.request('PUT', `/api/categories/${id}`, { title: 'Music' })).statusCode).toBe(200)
  const taken = await admin.request('PUT', `/api/categories/${id}`, { title: 'Design' })
  expect(taken.statusCode).toBe(409)
  expect(taken.json().message).toBe('This category already exists.')
  expect(await titles(testApp)).toContain('Music')
  expect((await admin.request('PUT', `/api/categories/${id}`, { title: 'x' })).statusCode).toBe(400)
})

test('a category in use stays, and the answer says how many playlists use it, hidden ones too', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const id = await idOf(testApp, 'music')
  await insertPlaylist(testApp, { teacher, category: 'music', status: 'cancel' })
  const one = await admin.request('DELETE', `/api/categories/${id}`)
  expect(one.statusCode).toBe(409)
  expect(one.json()).toMatchObject({ message: 'This category is used by 1 playlist.', code: 'conflict' })
  await insertPlaylist(testApp, { teacher, category: 'music' })
  const two = await admin.request('DELETE', `/api/categories/${id}`)
  expect(two.json().message).toBe('This category is used by 2 playlists.')
  expect(await titles(testApp)).toEqual(SEVEN)
  const audit = await testApp.db.selectFrom('audit').select('action').execute()
  expect(audit).toEqual([])
})

test('an admin’s count of a category is what keeps it from being deleted', async () => {
  const testApp = await openTestApp({ environment: { REVIEW_EDITS: 'all' } })
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const id = await idOf(testApp, 'music')
  const countFor = async ({ request }: Pick<TestUser, 'request'>): Promise<number> =>
    (await request('GET', '/api/categories')).json().categories.find(({ _id }: { _id: string }) => _id === id)
      .playlistsCount
  const wanting = await insertPlaylist(testApp, { teacher })
  const draft = await insertPlaylist(testApp, { teacher, category: 'music', status: 'pending' })
  await testApp.db.updateTable('playlists').set({ status: 'draft' }).where('id', '=', draft).execute()
  await insertPlaylist(testApp, { teacher, category: 'music', status: 'cancel' })
  await insertPlaylist(testApp, { teacher, category: 'music' })
  await teacher.request('PUT', `/api/playlists/${wanting}`, new Upload({ category: 'music' }))
  const rejected = await admin.request('DELETE', `/api/categories/${id}`)
  expect(rejected.json().message).toBe('This category is used by 4 playlists.')
  expect([await countFor(admin), await countFor(testApp)]).toEqual([4, 1])
})

test('an unused category is deleted once', async () => {
  const testApp = await openTestApp()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const id = await idOf(testApp, 'music')
  const answers = await Promise.all([
    admin.request('DELETE', `/api/categories/${id}`),
    admin.request('DELETE', `/api/categories/${id}`),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect(await titles(testApp)).not.toContain('music')
  const audit = await testApp.db.selectFrom('audit').select(['action', 'detail']).execute()
  expect(audit).toEqual([{ action: 'category.deleted', detail: '{"title":"music"}' }])
})

test('only an admin changes categories, and a stranger learns nothing about what is wrong', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const id = await idOf(testApp, 'music')
  for (const [method, url] of [
    ['POST', '/api/categories'],
    ['PUT', `/api/categories/${id}`],
    ['DELETE', `/api/categories/${id}`],
    ['PUT', '/api/categories/nothing'],
  ] as const) {
    const body = method === 'DELETE' ? undefined : { title: '' }
    const visitor = await testApp.request(method, url, body)
    expect(visitor.statusCode).toBe(401)
    expect(visitor.json().message).toBe('You must be logged in.')
    const other = await teacher.request(method, url, body)
    expect(other.statusCode).toBe(403)
    expect(other.json().message).toBe('Only an admin can do this.')
  }
  expect(await titles(testApp)).toEqual(SEVEN)
})

test.each(['0'.repeat(24), 'nothing', '%00'])('no category %s is a 404', async (id) => {
  const { user } = await openTestApp()
  const admin = await user('Root', 'Student', { isAdmin: true })
  const renamed = await admin.request('PUT', `/api/categories/${id}`, { title: '' })
  expect(renamed.statusCode).toBe(404)
  expect(renamed.json().message).toBe('Category not found.')
  expect((await admin.request('DELETE', `/api/categories/${id}`)).statusCode).toBe(404)
})
