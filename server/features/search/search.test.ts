import { expect, test } from 'vitest'
import { reindexPlaylist } from '#server/features/search/index/search-index.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

interface NewPlaylist {
  teacher: TestUser
  title: string
  category?: string
  description?: string
  courses?: string[]
  saves?: number
}

/** A public playlist as it is after it was published and approved. */
async function publish(
  testApp: TestApp,
  { courses = [], description = 'Nothing more.', saves = 0, ...playlist }: NewPlaylist,
): Promise<string> {
  const id = await insertPlaylist(testApp, playlist)
  for (const title of courses) await insertCourse(testApp, { playlistId: id, title })
  await testApp.db
    .updateTable('playlists')
    .set({ description, saves_count: saves })
    .where('id', '=', id)
    .execute()
  await reindexPlaylist(testApp.db, id)
  return id
}

interface Reply {
  data: { _id: string; title: string; savedBy: string[] }[]
  total: number
  totalIsLowerBound?: true
  nextCursor: string | null
}

async function search({ request }: Pick<TestUser, 'request'>, q: string, more = ''): Promise<Reply> {
  const answer = await request('GET', `/api/playlists/search-playlist?q=${encodeURIComponent(q)}${more}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

async function titles(testApp: TestApp, q: string): Promise<string[]> {
  return (await search(testApp, q)).data.map(({ title }) => title)
}

async function openSchool() {
  const testApp = await openTestApp()
  return { testApp, ada: await testApp.user('Ada Lovelace', 'Teacher') }
}

test('fields weigh in the order title, category, teacher, course titles, description', async () => {
  const { testApp, ada } = await openSchool()
  const mozart = await testApp.user('Piano Forte', 'Teacher')
  await publish(testApp, { teacher: ada, title: 'In a description', description: 'Learn the piano.' })
  await publish(testApp, { teacher: ada, title: 'In a course', courses: ['Your first piano'] })
  await publish(testApp, { teacher: mozart, title: 'In a name' })
  await publish(testApp, { teacher: ada, title: 'In a category', category: 'piano' })
  await publish(testApp, { teacher: ada, title: 'Playing the piano' })
  await publish(testApp, { teacher: ada, title: 'Guitar' })
  expect(await titles(testApp, 'piano')).toEqual([
    'Playing the piano',
    'In a category',
    'In a name',
    'In a course',
    'In a description',
  ])
})

test('a whole word beats a beginning, an earlier word a later one, and the title itself all of them', async () => {
  const { testApp, ada } = await openSchool()
  await publish(testApp, { teacher: ada, title: 'Sketchbooks by hand' })
  await publish(testApp, { teacher: ada, title: 'How to sketch' })
  await publish(testApp, { teacher: ada, title: 'Sketch a face' })
  await publish(testApp, { teacher: ada, title: 'Sketch' })
  expect(await titles(testApp, 'sketch')).toEqual([
    'Sketch',
    'Sketch a face',
    'How to sketch',
    'Sketchbooks by hand',
  ])
})

test('a title with the words in this order beats one with the words apart', async () => {
  const { testApp, ada } = await openSchool()
  await publish(testApp, { teacher: ada, title: 'Machine learning' })
  await publish(testApp, { teacher: ada, title: 'Learning on the machine' })
  expect(await titles(testApp, 'learning machine')).toEqual(['Learning on the machine', 'Machine learning'])
  expect(await titles(testApp, 'machine learn')).toEqual(['Machine learning', 'Learning on the machine'])
})

test('all words in the title beat words found all over, wherever the pages are cut', async () => {
  const { testApp, ada } = await openSchool()
  await publish(testApp, { teacher: ada, title: 'Clay', category: 'pottery', description: 'For beginners.' })
  await publish(testApp, {
    teacher: ada,
    title: 'Wheels',
    courses: ['Clay'],
    description: 'Pottery, beginners.',
  })
  await publish(testApp, { teacher: ada, title: 'Beginners with claylike potteries' })
  await publish(testApp, { teacher: ada, title: 'Pottery for beginners: clay' })
  const order = ['Pottery for beginners: clay', 'Beginners with claylike potteries', 'Clay', 'Wheels']
  expect(await titles(testApp, 'clay potter beginners')).toEqual(order)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Reply = await search(
      testApp,
      'clay potter beginners',
      `&limit=1${cursor && `&cursor=${cursor}`}`,
    )
    expect(page.total).toBe(4)
    seen.push(...page.data.map(({ title }) => title))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(order)
})

test('among equal results the most saved is first, then the newest', async () => {
  const { testApp, ada } = await openSchool()
  const old = await publish(testApp, { teacher: ada, title: 'Chess' })
  const saved = await publish(testApp, { teacher: ada, title: 'Chess', saves: 3 })
  const young = await publish(testApp, { teacher: ada, title: 'Chess' })
  const { data } = await search(testApp, 'chess')
  expect(data.map(({ _id }) => _id)).toEqual([saved, ...[old, young].toSorted().toReversed()])
})

test('every word must be found, each wherever it is', async () => {
  const { testApp, ada } = await openSchool()
  await publish(testApp, {
    teacher: ada,
    title: 'React from scratch',
    category: 'design',
    description: 'Hooks and forms.',
    courses: ['State explained'],
  })
  for (const q of [
    'react hooks',
    'ada react',
    'design state forms',
    'REACT, from... ada & LOVELACE!',
    'rea scr desi lov sta hoo',
    'r',
    'de',
  ]) {
    expect.soft(await titles(testApp, q), q).toEqual(['React from scratch'])
  }
  for (const q of ['react cooking', 'act', 'atch', 'hook z', 'react z', 'adareact']) {
    expect.soft(await titles(testApp, q), q).toEqual([])
  }
})

test('one typing error in a word of five letters or more is forgiven, in every field', async () => {
  const { testApp, ada } = await openSchool()
  await publish(testApp, {
    teacher: ada,
    title: 'JavaScript',
    category: 'photography',
    description: 'Closures.',
    courses: ['Promises and iterators'],
  })
  for (const q of ['javscript', 'javasscript', 'jabascript', 'ajvascript', 'avascript', 'JAVASCRITP']) {
    expect.soft(await titles(testApp, q), q).toEqual(['JavaScript'])
  }
  for (const q of ['lovelcae', 'photograhpy', 'closurez', 'promisse', 'ada lovelase promises javascrip']) {
    expect.soft(await titles(testApp, q), q).toEqual(['JavaScript'])
  }
  for (const q of ['javscrpt', 'jvaascritp', 'adx', 'lovelcaes']) {
    expect.soft(await titles(testApp, q), q).toEqual([])
  }
})

test('a word of four letters must be right', async () => {
  const { testApp, ada } = await openSchool()
  await publish(testApp, { teacher: ada, title: 'Html' })
  expect(await titles(testApp, 'html')).toEqual(['Html'])
  for (const q of ['hmtl', 'htmk', 'hhtml', 'htl']) expect.soft(await titles(testApp, q), q).toEqual([])
})

test('exact matches come before corrected ones', async () => {
  const { testApp, ada } = await openSchool()
  await publish(testApp, { teacher: ada, title: 'Learn to paint' })
  await publish(testApp, { teacher: ada, title: 'Points of light' })
  await publish(testApp, { teacher: ada, title: 'A printer', description: 'Paints.' })
  await publish(testApp, { teacher: ada, title: 'A point of view' })
  expect(await titles(testApp, 'point')).toEqual(['A point of view', 'Points of light', 'Learn to paint'])
})

test.each([
  ['Crème brûlée für Anfänger', ['creme', 'BRULEE', 'brûl', 'fur anfanger']],
  ['Straße der Łódź', ['strasse', 'STRASSE', 'straß', 'lodz', 'łódź']],
  ['Русский язык с нуля', ['русский', 'ЯЗЫК', 'рус', 'русскй', 'руский нуля']],
  ['أساسيات البرمجة للمبتدئين', ['اساسيات', 'البرمجه', 'الْبَرْمَجَة', 'البر', 'البرجمة']],
  ['高等数学入门', ['数学', '高等数学', '学', '入门 数学', '高', '等数学']],
  ['データ分析のはじめ', ['データ', '分析', 'ﾃﾞｰﾀ', 'はじめ']],
  ['Ελληνικά για όλους', ['ελληνικα', 'ΟΛΟΥΣ', 'ολους', 'ελλινικα']],
  ['हिन्दी व्याकरण', ['हिन्दी', 'व्याक']],
  ['ภาษาไทยเบื้องต้น', ['ภาษา', 'ไทย']],
  ['한국어 문법', ['한국어', '한국', '문법']],
])('%s is found in its own script', async (title, questions) => {
  const { testApp, ada } = await openSchool()
  await publish(testApp, { teacher: ada, title })
  await publish(testApp, { teacher: ada, title: 'Another one', description: '文字 Рука بحث' })
  for (const q of questions) expect.soft(await titles(testApp, q), q).toEqual([title])
  for (const q of ['学数', 'язвы', 'برج', 'ไท数']) expect.soft(await titles(testApp, q), q).toEqual([])
})

test('an empty search is rejected, and so is a too long one', async () => {
  const testApp = await openTestApp()
  for (const query of ['', '?q=', '?q=%20%20']) {
    const answer = await testApp.request('GET', `/api/playlists/search-playlist${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'invalid',
      message: 'Search for something!',
      errors: { q: 'Search for something!' },
    })
  }
  expect((await search(testApp, 'q'.repeat(100))).data).toEqual([])
  const long = await testApp.request('GET', `/api/playlists/search-playlist?q=${'q'.repeat(101)}`)
  expect(long.statusCode).toBe(400)
  expect(long.json().message).toBe('Search text must be at most 100 characters.')
  const twice = await testApp.request('GET', '/api/playlists/search-playlist?q=a&q=b')
  expect(twice.statusCode).toBe(400)
})

const ATTACKS = [
  '"',
  '""',
  "'",
  "' or 1=1 --",
  "'; drop table search_words; --",
  'chess" OR "a',
  'chess*',
  '*',
  '**',
  '^chess',
  'title:chess',
  'lexemes : chess',
  '{lexemes}: chess',
  'NEAR(chess, 2)',
  'chess NOT chess',
  'AND',
  'OR OR OR',
  'NOT',
  'chess AND',
  '(chess',
  ')',
  '%',
  '_',
  '\\',
  'a\u0000b',
  '\ud800',
  '$1',
  '__proto__',
  'constructor',
  '-- /* */',
  '+-!(){}[]^"~*?:\\',
  '!!!',
  '😀',
  'tchess',
  'kchess',
  Array.from({ length: 50 }, (_, index) => String.fromCharCode(97 + (index % 26))).join(' '),
  '数'.repeat(100),
  Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(''),
]

test('the languages of the databases mean nothing in a search', async () => {
  const { testApp, ada } = await openSchool()
  await publish(testApp, { teacher: ada, title: 'Chess' })
  for (const q of ATTACKS) {
    const answer = await testApp.request(
      'GET',
      `/api/playlists/search-playlist?q=${encodeURIComponent(q.toWellFormed())}`,
    )
    expect.soft(answer.statusCode, q).toBe(200)
    const teachers = await testApp.request(
      'GET',
      `/api/users/teacherSearch?q=${encodeURIComponent(`ab ${[...q].slice(0, 90).join('')}`.toWellFormed())}`,
    )
    expect.soft(teachers.statusCode, q).toBe(200)
  }
  expect(await titles(testApp, 'chess*')).toEqual(['Chess'])
  expect(await titles(testApp, 'chess OR nothing')).toEqual([])
  expect(await titles(testApp, 'title:chess')).toEqual([])
  expect(await titles(testApp, 'tche')).toEqual([])
  expect(await titles(testApp, '%')).toEqual([])
  expect(await titles(testApp, 'chess')).toEqual(['Chess'])
})

test('pages follow each other without a gap or a repetition, and the total is the same on each', async () => {
  const { testApp, ada } = await openSchool()
  const ids = new Set<string>()
  for (let number = 0; number < 25; number += 1) {
    const title = number % 3 === 0 ? 'Knitting' : `Warm things ${number}`
    ids.add(await publish(testApp, { teacher: ada, title, description: 'For knitting.', saves: number % 2 }))
  }
  const whole = await search(testApp, 'knitting')
  expect(whole.total).toBe(25)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Reply = await search(testApp, 'knitting', `&limit=4${cursor && `&cursor=${cursor}`}`)
    expect(page.total).toBe(25)
    expect(page).not.toHaveProperty('totalIsLowerBound')
    expect(page.data.length).toBeGreaterThan(0)
    seen.push(...page.data.map(({ _id }) => _id))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(whole.data.map(({ _id }) => _id))
  expect(new Set(seen)).toEqual(ids)
})

test('a cursor of another list is rejected', async () => {
  const testApp = await openTestApp()
  const id = '"019f79705e800200000003e7"'
  const keys = [`"a",1,${id}`, '1,1,"b"', `1.5,1,${id}`, `1,1e300,${id}`, `3000000000,1,${id}`, `1,1,${id},1`]
  const cursors = ['x', 'W10', ...keys.map((each) => Buffer.from(`["rank",${each}]`).toString('base64url'))]
  for (const cursor of cursors) {
    const answer = await testApp.request('GET', `/api/playlists/search-playlist?q=a&cursor=${cursor}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toEqual({ cursor: 'Invalid cursor.' })
  }
})

test('a logged-in user finds the same, with their own saves marked', async () => {
  const { testApp, ada } = await openSchool()
  const id = await publish(testApp, { teacher: ada, title: 'Chess' })
  const sam = await testApp.user('Sam')
  await sam.request('POST', `/api/users/savePlaylist/${id}`)
  expect((await search(sam, 'chess')).data).toMatchObject([{ _id: id, savedBy: [sam.id] }])
  expect((await search(testApp, 'chess')).data).toMatchObject([{ _id: id, savedBy: [] }])
})
