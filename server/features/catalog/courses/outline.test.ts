import { beforeEach, expect, test } from 'vitest'
import { newId } from '#server/data/ids.ts'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { purgeTrash } from '#server/test-trash.ts'
import { COURSES_MAX } from './courses.ts'

let testApp: TestApp
let ada: TestUser
let playlistId: string
let courses: string[]

beforeEach(async () => {
  testApp = await openTestApp()
  ada = await testApp.user('Ada', 'Teacher')
  playlistId = await insertPlaylist(testApp, { teacher: ada })
  courses = await insertMany(['One', 'Two', 'Three', 'Four'])
})

async function insertMany(titles: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles) ids.push(await insertCourse(testApp, { playlistId, title }))
  return ids
}

/** Rows like that of the first course, in one statement. */
async function copies(count: number): Promise<string[]> {
  const first = await testApp.db
    .selectFrom('courses')
    .selectAll()
    .where('id', '=', courses[0] ?? '')
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, (_, n) => ({ ...first, id: newId(), position: 5 + n }))
  await testApp.db.insertInto('courses').values(rows).execute()
  return rows.map(({ id }) => id)
}

interface Shown {
  outlineVersion?: number
  sections: { _id: string; title: string }[]
  courses: { _id: string; videoTitle: string; sectionId: string | null }[]
}

async function shown(request: TestApp['request'] = ada.request, id = playlistId): Promise<Shown> {
  return (await request('GET', `/api/playlists/${id}`)).json()
}

const titles = ({ courses }: Shown) => courses.map(({ videoTitle }) => videoTitle)
const save = (body: object) => ada.request('PUT', `/api/playlists/${playlistId}/outline`, body)

/** Two sections: "Basics" with the third and second course, "Practice" with the first. The fourth is loose. */
async function twoSections(): Promise<Shown> {
  const [one, two, three, four] = courses
  const answer = await save({
    version: (await shown()).outlineVersion,
    sections: [
      { title: ' The   basics ', courses: [three, two] },
      { title: 'In practice', courses: [one] },
    ],
    loose: [four],
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

const newCourse = async (title: string) =>
  new Upload(
    { videoTitle: title, description: 'Go on.', videoLink: 'dQw4w9WgXcQ' },
    { field: 'tutorialImage', bytes: await picture('#334455', { width: 32, height: 32 }) },
  )

test('a teacher sets sections and order in one call; courses without a section come first', async () => {
  const before = await shown()
  const data = await twoSections()
  expect(data.sections.map(({ title }) => title)).toEqual(['The basics', 'In practice'])
  expect(titles(data)).toEqual(['Four', 'Three', 'Two', 'One'])
  const [basics, practice] = data.sections.map(({ _id }) => _id)
  expect(data.courses.map(({ sectionId }) => sectionId)).toEqual([null, basics, basics, practice])
  expect(data.outlineVersion).toBe((before.outlineVersion ?? 0) + 1)
  expect(await shown()).toEqual(data)
})

test('every list shows the order: pages of courses, cards, progress and teachers', async () => {
  await twoSections()
  const first = await testApp.request('GET', `/api/playlists/${playlistId}/courses?limit=3`)
  const link = String(first.headers.link).match(/<(.*)>/)?.[1] ?? ''
  const rest = await testApp.request('GET', link)
  const paged = [...first.json(), ...rest.json()].map(({ videoTitle }) => videoTitle)
  expect(paged).toEqual(['Four', 'Three', 'Two', 'One'])
  for (const request of [testApp.request, ada.request]) {
    const [card] = (await request('GET', '/api/playlists?status=approved')).json().playlists
    expect(titles(card)).toEqual(['Four', 'Three', 'Two', 'One'])
  }
  const sam = await testApp.user('Sam')
  await sam.request('PUT', `/api/progress/${courses[3]}/done`, { done: true })
  const progress = await sam.request('GET', `/api/progress/${playlistId}`)
  expect(progress.json().continueWith).toBe(courses[2])
  const teachers = (await testApp.request('GET', '/api/users/teacherSearch')).json().data
  expect(teachers[0].playlists[0].courses[0]._id).toBe(courses[3])
})

test('sections are renamed, reordered, emptied and deleted; the courses of a deleted section stay', async () => {
  const { sections, outlineVersion } = await twoSections()
  const [basics, practice] = sections.map(({ _id }) => _id)
  const [one, two, three, four] = courses
  const answer = await save({
    version: outlineVersion,
    sections: [{ _id: practice, title: 'Exercises', courses: [] }],
    loose: [one, two, three, four],
  })
  const { data } = answer.json()
  expect(data.sections).toEqual([{ _id: practice, title: 'Exercises' }])
  expect(titles(data)).toEqual(['One', 'Two', 'Three', 'Four'])
  expect(data.courses.map(({ sectionId }: { sectionId: string }) => sectionId)).not.toContain(basics)
})

test('an older version is a conflict that changes nothing', async () => {
  const { outlineVersion } = await shown()
  const data = await twoSections()
  const answer = await save({ version: outlineVersion, sections: [], loose: courses })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toBe('This playlist has changed since you opened it. Check the new order.')
  expect(await shown()).toEqual(data)
})

test('a missing, foreign or repeated course and a foreign section are rejected', async () => {
  const { outlineVersion: version } = await shown()
  const other = await insertPlaylist(testApp, { teacher: ada, title: 'Learn CSS' })
  const foreign = await insertCourse(testApp, { playlistId: other })
  const orders = [
    courses.slice(1),
    [...courses, foreign],
    [...courses.slice(1), foreign],
    [...courses, courses[0]],
  ]
  for (const loose of orders) {
    const answer = await save({ version, sections: [], loose })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toEqual({ loose: 'The order must name every video of this playlist once.' })
  }
  const sections = [{ _id: other, title: 'Basics', courses: [] }]
  const answer = await save({ version, sections, loose: courses })
  expect(answer.json().errors).toEqual({ sections: 'Choose a section of this playlist.' })
  const short = await save({ version, sections: [{ title: 'A', courses: [] }], loose: courses })
  expect(short.json().errors).toEqual({ 'sections.0.title': 'Title must be 3 to 120 characters.' })
})

test('a visitor sees the sections with public courses, and no version', async () => {
  await twoSections()
  const hidden = courses[0] ?? ''
  await testApp.db.updateTable('courses').set({ status: 'pending' }).where('id', '=', hidden).execute()
  const { sections, outlineVersion } = await shown(testApp.request)
  expect(sections.map(({ title }) => title)).toEqual(['The basics'])
  expect(outlineVersion).toBeUndefined()
})

test('a new course goes to the end, a moved one to the end of those without a section', async () => {
  const { sections, outlineVersion = 0 } = await twoSections()
  const added = await ada.request('POST', `/api/courses/${playlistId}`, await newCourse('Five'))
  expect(added.statusCode, added.body).toBe(201)
  const withNew = await shown()
  expect(titles(withNew)).toEqual(['Four', 'Three', 'Two', 'One', 'Five'])
  expect(withNew.courses.at(-1)?.sectionId).toBe(sections[1]?._id)
  expect(withNew.outlineVersion).toBe(outlineVersion + 1)

  const other = await insertPlaylist(testApp, { teacher: ada, title: 'Learn CSS' })
  const moved = await insertCourse(testApp, { playlistId: other, title: 'Six' })
  await ada.request('PUT', `/api/courses/${other}/${moved}`, new Upload({ playlist: playlistId }))
  const withMoved = await shown()
  expect(titles(withMoved)).toEqual(['Four', 'Six', 'Three', 'Two', 'One', 'Five'])
  expect(withMoved.courses[1]?.sectionId).toBe(null)
  expect(withMoved.outlineVersion).toBe(outlineVersion + 2)
  expect((await shown(ada.request, other)).outlineVersion).toBe(1)

  await ada.request('DELETE', `/api/courses/${playlistId}/${moved}`)
  expect((await shown()).outlineVersion).toBe(outlineVersion + 3)
})

test('a course that a former program adds comes last until the next change', async () => {
  await twoSections()
  const [id = ''] = await insertMany(['Five'])
  const columns = { position: 1_000_000_000, section_id: null }
  await testApp.db.updateTable('courses').set(columns).where('id', '=', id).execute()
  expect(titles(await shown())).toEqual(['Four', 'Three', 'Two', 'One', 'Five'])
})

test(`${COURSES_MAX} courses are reordered in one call`, async () => {
  const rest = await copies(COURSES_MAX - 4)
  const loose = [...courses, ...rest].toReversed()
  const answer = await save({ version: (await shown()).outlineVersion, sections: [], loose })
  expect(answer.statusCode, answer.body).toBe(200)
  expect((await shown()).courses.map(({ _id }) => _id)).toEqual(loose)
})

test('deleting a playlist deletes its sections', async () => {
  await twoSections()
  await ada.request('DELETE', `/api/playlists/${playlistId}/${ada.id}`)
  await purgeTrash(testApp)
  expect(await testApp.db.selectFrom('sections').selectAll().execute()).toEqual([])
})

test('a visitor sees the new order at once', async () => {
  const read = () => testApp.request('GET', `/api/playlists/${playlistId}`)
  expect(titles((await read()).json())[0]).toBe('One')
  await twoSections()
  expect(titles((await read()).json())[0]).toBe('Four')
})
