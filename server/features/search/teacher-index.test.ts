import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortKey } from '#server/data/sort-key.ts'
import { deleteUser } from '#server/features/account/users/users.ts'
import { indexOverlooked } from '#server/features/search/index/names.queries.ts'
import { rebuildSearchIndex } from '#server/features/search/index/rebuild.queries.ts'
import { searchFaults } from '#server/features/search/index/search-index-check.queries.ts'
import { forgives, withinOneError } from '#server/features/search/index/typing-errors.ts'
import { queryWords, wordsIn } from '#server/features/search/index/words.ts'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'

async function names({ request }: TestApp, q: string): Promise<string[]> {
  const answer = await request('GET', `/api/users/teacherSearch?limit=200&q=${encodeURIComponent(q)}`)
  const { data, total }: { data: { teacher: { username: string } }[]; total: number } = answer.json()
  expect(total).toBe(data.length)
  return data.map(({ teacher }) => teacher.username)
}

async function change(person: TestUser, profile: Record<string, string>): Promise<void> {
  const answer = await person.request('PUT', `/api/users/profile/${person.id}`, new Upload(profile))
  expect(answer.statusCode).toBe(200)
}

test('a teacher is found by their present name as long as they teach, and no longer than they are there', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada Lovelace', 'Teacher')
  await change(ada, { username: 'Ada King' })
  expect(await names(testApp, 'king')).toEqual(['Ada King'])
  for (const q of ['lovelace', 'lovelcae']) expect(await names(testApp, q)).toEqual([])
  await change(ada, { role: 'Student' })
  expect(await names(testApp, 'ada')).toEqual([])
  await change(ada, { username: 'Ada Lovelace', role: 'Teacher' })
  expect(await names(testApp, 'lovelcae')).toEqual(['Ada Lovelace'])
  expect(await searchFaults(testApp.db)).toBe(0)
  expect(await deleteUser({ db: testApp.db, images: testApp.images }, ada.id)).toBe(true)
  expect(await names(testApp, 'ada')).toEqual([])
  for (const table of ['search_names', 'search_name_deletions'] as const)
    expect(await testApp.db.selectFrom(table).selectAll().execute()).toEqual([])
})

test('a new teacher is found at once', async () => {
  const testApp = await openTestApp()
  const teacher = { username: 'Grace Hopper', email: 'grace@example.org', role: 'Teacher' }
  const answer = await testApp.request(
    'POST',
    '/api/auth/register',
    new Upload(
      { ...teacher, password: 'plum tree 44', confirmPassword: 'plum tree 44' },
      { field: 'profilePhoto', bytes: await picture('#0d6348', { width: 600, height: 600 }) },
    ),
  )
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  expect(await names(testApp, 'hop')).toEqual(['Grace Hopper'])
  expect(await searchFaults(testApp.db)).toBe(0)
})

test('writes of an older program beside this one are noticed and indexed once', async () => {
  const testApp = await openTestApp()
  const [ada, bea, cleo] = [
    await testApp.user('Ada', 'Teacher'),
    await testApp.user('Bea', 'Teacher'),
    await testApp.user('Cleo', 'Student'),
  ]
  const write = (id: string, set: Record<string, string>) =>
    testApp.db.updateTable('users').set(set).where('id', '=', id).execute()
  await write(ada.id, { username: 'Abigail', username_key: 'abigail' })
  await write(bea.id, { role: 'Other' })
  await write(cleo.id, { role: 'Teacher' })
  expect(await searchFaults(testApp.db)).toBe(3)
  expect(await indexOverlooked(testApp.db)).toBe(3)
  expect(await indexOverlooked(testApp.db)).toBe(0)
  expect(await searchFaults(testApp.db)).toBe(0)
  expect(await names(testApp, 'abi')).toEqual(['Abigail'])
  expect(await names(testApp, 'bea')).toEqual([])
  expect(await names(testApp, 'cleo')).toEqual(['Cleo'])
})

test('an entry too many or too few is a fault, and a new index has none', async () => {
  const testApp = await openTestApp()
  await testApp.user('Ada Lovelace', 'Teacher')
  const sam = await testApp.user('Sam Student')
  const { db } = testApp
  await db.deleteFrom('search_names').where('beginning', '=', 'lov').execute()
  expect(await searchFaults(db)).toBe(1)
  const stray = { beginning: 's', username_key: 'sam student', user_id: sam.id }
  await db.insertInto('search_names').values(stray).execute()
  expect(await searchFaults(db)).toBe(2)
  await db.transaction().execute(rebuildSearchIndex)
  expect(await searchFaults(db)).toBe(0)
  await db.deleteFrom('search_name_deletions').where('deletion', '=', 'lovelac').execute()
  expect(await searchFaults(db)).toBe(1)
})

/** The same rule without an index: it looks at every name. */
function called(all: string[], q: string): string[] {
  const words = queryWords(sortKey(q))
  if (words.length === 0) return []
  const having = (isLike: (word: string, asked: string) => boolean) =>
    all.filter((name) => words.every((asked) => wordsIn(sortKey(name)).some((word) => isLike(word, asked))))
  const found = having((word, asked) => word.startsWith(asked))
  if (found.length > 0) return found
  return having((word, asked) => word.startsWith(asked) || (forgives(word) && withinOneError(word, asked)))
}

const PARTS = [
  'Anna',
  'Annabel',
  'Ann',
  'Łukasz',
  'Lucas',
  'Ёлкина',
  'Елкин',
  '王小明',
  '小明',
  'محمّد',
  'O’Brien',
  '𝒳𝒳enia',
  'हिमांशु',
]

test('the index finds the same teachers as a scan of all names, in the same order', async () => {
  const testApp = await openTestApp()
  const part = fc.constantFrom(...PARTS)
  const name = fc.uniqueArray(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '))
  const all = [...new Set(fc.sample(name, { numRuns: 60, seed: 20_261_121 }))]
  for (const each of all) await testApp.user(each, 'Teacher')
  const inOrder = await names(testApp, '')
  expect(inOrder).toHaveLength(all.length)
  const pieces = PARTS.flatMap((word) => {
    const letters = [...word]
    const middle = Math.floor(letters.length / 2)
    return [
      word,
      letters.slice(0, 2).join(''),
      letters.toSpliced(middle, 1).join(''),
      letters.toSpliced(middle, 1, 'q').join(''),
      letters.toSpliced(middle, 2, letters[middle + 1] ?? '', letters[middle] ?? '').join(''),
    ]
  })
  const questions = pieces.flatMap((piece, n) => [piece, `${piece} ${pieces[(n * 7 + 3) % pieces.length]}`])
  const asked = questions.filter((q) => [...q.trim()].length > 1)
  for (const q of asked) expect.soft(await names(testApp, q), q).toEqual(called(inOrder, q))
  expect(asked.filter((q) => called(inOrder, q).length > 0).length).toBeGreaterThan(asked.length / 2)
})
