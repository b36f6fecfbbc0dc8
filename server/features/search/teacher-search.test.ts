import { expect, test } from 'vitest'
import { openTestApp, type TestUser } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

interface Reply {
  data: { teacher: { _id: string; username: string }; playlists: unknown[] }[]
  total: number
  nextCursor: string | null
}

async function seek({ request }: Pick<TestUser, 'request'>, query: string): Promise<Reply> {
  const answer = await request('GET', `/api/users/teacherSearch${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

async function names(caller: Pick<TestUser, 'request'>, q: string): Promise<string[]> {
  const { data, total } = await seek(caller, `?q=${encodeURIComponent(q)}`)
  expect(total).toBe(data.length)
  return data.map(({ teacher }) => teacher.username)
}

test('without words the list has every teacher by name, and no other users', async () => {
  const testApp = await openTestApp()
  for (const name of ['zoë', 'Émile', 'Ada', 'bob']) await testApp.user(name, 'Teacher')
  await testApp.user('Abe', 'Student')
  await testApp.user('Amy', 'Other', { profession: 'Teacher' })
  const whole = await seek(testApp, '')
  expect(whole).toMatchObject({ total: 4, nextCursor: null })
  expect(whole.data.map(({ teacher }) => teacher.username)).toEqual(['Ada', 'bob', 'Émile', 'zoë'])
  expect(await seek(testApp, '?q=')).toEqual(whole)
  expect(await seek(testApp, '?q=%20')).toEqual(whole)
})

test('a teacher comes with their public playlists and the public courses in them', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada', 'Teacher')
  const old = await insertPlaylist(testApp, { teacher: ada, title: 'Old' })
  const young = await insertPlaylist(testApp, { teacher: ada, title: 'Young' })
  const hidden = await insertPlaylist(testApp, { teacher: ada, title: 'Hidden', status: 'pending' })
  const open = await insertCourse(testApp, { playlistId: old })
  await insertCourse(testApp, { playlistId: old, status: 'cancel' })
  await insertCourse(testApp, { playlistId: hidden })
  const [first, second] = [
    { _id: old, title: 'Old', courses: [{ _id: open, isCourseApproved: 'approved' }] },
    { _id: young, title: 'Young', courses: [] },
  ]
    .map((each) => ({ ...each, teacher: ada.id, isPlaylistApproved: 'approved' }))
    .toSorted((a, b) => (a._id < b._id ? 1 : -1))
  const root = await testApp.user('Root', 'Student', { isAdmin: true })
  for (const caller of [testApp, ada, root]) {
    const { data } = await seek(caller, '?q=ada')
    expect(data).toMatchObject([
      { teacher: { _id: ada.id, approvedPlaylistsCount: 2, approvedCoursesCount: 1 } },
    ])
    expect(data[0]?.playlists).toEqual([first, second])
  }
  const [asVisitor] = (await seek(testApp, '?q=ada')).data
  expect(asVisitor?.teacher).not.toHaveProperty('email')
})

test('words and their beginnings are found in any order, without accents and in any script', async () => {
  const testApp = await openTestApp()
  for (const name of ['Jean-Luc O’Brien', 'Łukasz Żak', 'Иван Петров', '王小明', 'हिमांशु राय', 'محمّد علي']) {
    await testApp.user(name, 'Teacher')
  }
  await testApp.user('Jeanne Student', 'Student')
  const questions: [q: string, name: string][] = [
    ['luc jean', 'Jean-Luc O’Brien'],
    ['brien', 'Jean-Luc O’Brien'],
    ['JE LU', 'Jean-Luc O’Brien'],
    ['lukasz', 'Łukasz Żak'],
    ['łuk zak', 'Łukasz Żak'],
    ['иван', 'Иван Петров'],
    ['ПЕТ', 'Иван Петров'],
    ['王小', '王小明'],
    ['小明', '王小明'],
    ['हिमांशु', 'हिमांशु राय'],
    ['محمد', 'محمّد علي'],
  ]
  for (const [q, name] of questions) expect.soft(await names(testApp, q), q).toEqual([name])
  for (const q of ['ean', 'jean ivan', 'student', '%%', '__', "' or 1=1 --", '**']) {
    expect.soft(await names(testApp, q), q).toEqual([])
  }
})

test('a typing error is forgiven only if no name matches exactly', async () => {
  const testApp = await openTestApp()
  for (const name of ['Martin Luther', 'Marvin Gaye', 'Abel']) await testApp.user(name, 'Teacher')
  expect(await names(testApp, 'martin')).toEqual(['Martin Luther'])
  expect(await names(testApp, 'marti luhter')).toEqual(['Martin Luther'])
  expect(await names(testApp, 'marcin')).toEqual(['Martin Luther', 'Marvin Gaye'])
  expect(await names(testApp, 'albe')).toEqual([])
})

test('one character is too few', async () => {
  const testApp = await openTestApp()
  for (const q of ['a', ' a ', 'é']) {
    const answer = await testApp.request('GET', `/api/users/teacherSearch?q=${encodeURIComponent(q)}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      message: 'Type at least 2 characters.',
      errors: { q: 'Type at least 2 characters.' },
    })
  }
  const long = await testApp.request('GET', `/api/users/teacherSearch?q=${'q'.repeat(101)}`)
  expect(long.json().message).toBe('Search text must be at most 100 characters.')
})

test('pages follow each other without a gap or a repetition, with words and without', async () => {
  const testApp = await openTestApp()
  const ids: string[] = []
  for (const name of ['Ann', 'ann', 'Ann B', 'Anna', 'Annika', 'Zed Ann']) {
    ids.push((await testApp.user(name, 'Teacher')).id)
  }
  for (const q of ['', 'an']) {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Reply = await seek(testApp, `?q=${q}&limit=2${cursor && `&cursor=${cursor}`}`)
      expect(page.total).toBe(6)
      expect(page.data).toHaveLength(2)
      seen.push(...page.data.map(({ teacher }) => teacher._id))
      cursor = page.nextCursor
    }
    expect(seen.toSorted()).toEqual(ids.toSorted())
    expect(seen.slice(2)).toEqual(ids.slice(2))
  }
})

test('an invalid cursor or one of another list is rejected', async () => {
  const testApp = await openTestApp()
  await testApp.user('Ada', 'Teacher')
  const malformed = Buffer.from('["teachers","nobody"]').toString('base64url')
  for (const query of [
    `?cursor=${malformed}`,
    `?q=ada&cursor=${malformed}`,
    '?cursor=x',
    '?limit=0',
    '?limit=201',
  ]) {
    const answer = await testApp.request('GET', `/api/users/teacherSearch${query}`)
    expect.soft(answer.statusCode, query).toBe(400)
  }
})
