import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '#server/data/ids.ts'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { purgeTrash } from '#server/test-trash.ts'

const DRAFT = { title: 'Learn HTML', description: 'All of it.', category: 'development' }

async function upload(fields: Record<string, string> = {}, colour?: string): Promise<Upload> {
  return new Upload({ ...DRAFT, ...fields }, { field: 'mainPlaylistImage', bytes: await picture(colour) })
}

async function publish(teacher: TestUser, colour?: string) {
  const answer = await teacher.request('POST', '/api/playlists', await upload({}, colour))
  expect(answer.statusCode).toBe(201)
  return answer.json().data
}

function rowOf({ db }: TestApp, id: string) {
  return db.selectFrom('playlists').selectAll().where('id', '=', id).executeTakeFirst()
}

async function isStored({ folder }: TestApp, url: string): Promise<boolean> {
  const file = url.replace('/media/', '')
  return existsSync(join(folder, 'media', file.slice(0, 2), file))
}

async function imageNames({ db }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom('images').select('name').where('bytes', '>', 1).execute()
  return rows.map(({ name }) => name)
}

test('a teacher publishes a playlist; it is theirs and pending, whatever the form says', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const other = await testApp.user('Tom', 'Teacher')
  const forged = {
    teacher: other.id,
    teacher_id: other.id,
    isPlaylistApproved: 'approved',
    status: 'approved',
    _id: newId(),
  }
  const answer = await teacher.request('POST', '/api/playlists', await upload(forged))
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    success: true,
    message: 'Course added successfully and is pending admin approval',
    data: {
      ...DRAFT,
      isPlaylistApproved: 'pending',
      teacher: { _id: teacher.id, username: 'Ada' },
      courses: [],
      coursesCount: 0,
      approvedCoursesCount: 0,
      savedBy: [],
      savedCount: 0,
    },
  })
  const { data } = answer.json()
  expect(data._id).not.toBe(forged._id)
  expect(data.mainPlaylistImage).toMatchObject({ width: 640, height: 360 })
  expect(await isStored(testApp, data.mainPlaylistImage.url)).toBe(true)
  expect((await testApp.request('GET', '/api/playlists')).json().total).toBe(0)
  expect((await teacher.request('GET', `/api/playlists/${data._id}`)).json()).toEqual(data)
})

test('only a teacher publishes', async () => {
  const testApp = await openTestApp()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  for (const [person, status, message] of [
    [testApp, 401, 'You must be logged in.'],
    [await testApp.user('Sam'), 403, 'Only a teacher can do this.'],
    [await testApp.user('Oda', 'Other'), 403, 'Only a teacher can do this.'],
    [admin, 403, 'Only a teacher can do this.'],
  ] as const) {
    const answer = await person.request('POST', '/api/playlists', await upload())
    expect(answer.statusCode).toBe(status)
    expect(answer.json().message).toBe(message)
  }
  expect(await testApp.db.selectFrom('playlists').select('id').execute()).toEqual([])
  expect(await imageNames(testApp)).toEqual([])
})

test('each field of a playlist has its limits, and nothing of a rejected one is stored', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  for (const [fields, field, message] of [
    [{ title: 'ab' }, 'title', 'Title must be 3 to 120 characters.'],
    [{ title: 'a'.repeat(121) }, 'title', 'Title must be 3 to 120 characters.'],
    [{ title: 'a\u001bbc' }, 'title', 'Title contains characters that are not allowed.'],
    [{ description: ' ' }, 'description', 'Description is required.'],
    [{ description: 'a'.repeat(5001) }, 'description', 'Description must be at most 5000 characters.'],
    [{ category: 'cooking' }, 'category', 'Choose a category from the list.'],
    [{ category: 'Development' }, 'category', 'Choose a category from the list.'],
    [{ category: '' }, 'category', 'Choose a category from the list.'],
    [{ language: 'English' }, 'language', 'Choose a language from the list.'],
    [{ level: 'expert' }, 'level', 'Choose a level from the list.'],
    [{ promise: 'a'.repeat(121) }, 'promise', 'Promise must be at most 120 characters.'],
  ] as const) {
    const answer = await teacher.request('POST', '/api/playlists', await upload(fields))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ message, errors: { [field]: message } })
  }
  const without = await teacher.request('POST', '/api/playlists', new Upload({ title: 'ab' }))
  expect(without.statusCode).toBe(400)
  expect(without.json().errors).toMatchObject({
    title: 'Title must be 3 to 120 characters.',
    mainPlaylistImage: 'Image is required.',
  })
  expect(await testApp.db.selectFrom('playlists').select('id').execute()).toEqual([])
  expect(await imageNames(testApp)).toEqual([])
})

test('a form without a picture’s bytes, as JSON or under another field has no picture', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const elsewhere = new Upload(DRAFT, { field: 'image', bytes: await picture() })
  expect((await teacher.request('POST', '/api/playlists', elsewhere)).json().message).toBe(
    'Image is required.',
  )
  const forged = new Upload({ ...DRAFT, mainPlaylistImage: '/etc/passwd' })
  expect((await teacher.request('POST', '/api/playlists', forged)).json().message).toBe('Image is required.')
  expect((await teacher.request('POST', '/api/playlists', DRAFT)).statusCode).toBe(415)
})

test('a teacher has at most 200 playlists', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  for (let n = 0; n < 199; n += 1) await insertPlaylist(testApp, { teacher })
  await publish(teacher)
  const answer = await teacher.request('POST', '/api/playlists', await upload())
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toBe('You have reached the limit of 200 playlists.')
  expect(await testApp.db.selectFrom('playlists').select('id').execute()).toHaveLength(200)
})

test('a teacher changes any subset; an approved playlist stays approved and a former picture goes', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlist = await publish(teacher, 'red')
  const url = `/api/playlists/${playlist._id}`
  await testApp.db.updateTable('playlists').set({ status: 'approved' }).execute()
  const renamed = await teacher.request('PUT', url, new Upload({ title: 'Learn CSS' }))
  expect(renamed.statusCode).toBe(200)
  expect(renamed.json()).toMatchObject({
    success: true,
    data: { ...DRAFT, title: 'Learn CSS', isPlaylistApproved: 'approved' },
  })
  expect((await rowOf(testApp, playlist._id))?.title_key).toBe('learn css')
  const moved = await teacher.request('PUT', url, new Upload({ category: 'music', description: 'Some.' }))
  expect(moved.json().data).toMatchObject({ category: 'music', description: 'Some.', title: 'Learn CSS' })
  const image = { field: 'mainPlaylistImage', bytes: await picture('blue') }
  const redrawn = (await teacher.request('PUT', url, new Upload({}, image))).json().data.mainPlaylistImage.url
  expect(await isStored(testApp, redrawn)).toBe(true)
  expect(redrawn).not.toBe(playlist.mainPlaylistImage.url)
  expect(await isStored(testApp, playlist.mainPlaylistImage.url)).toBe(false)
  expect(await imageNames(testApp)).toHaveLength(1)
})

test('language, level and promise are optional; an empty text removes them', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const bare = await teacher.request('POST', '/api/playlists', await upload())
  expect(bare.json().data).toMatchObject({ language: null, level: null, promise: null })
  const said = { language: 'pt-BR', level: 'beginner', promise: 'You will tie knots.' }
  const full = await teacher.request('POST', '/api/playlists', await upload(said))
  expect(full.json().data).toMatchObject(said)
  const address = `/api/playlists/${full.json().data._id}`
  const level = await teacher.request('PUT', address, new Upload({ level: 'advanced' }))
  expect(level.json().data).toMatchObject({ ...said, level: 'advanced' })
  const none = await teacher.request('PUT', address, new Upload({ language: '', level: '', promise: '' }))
  expect(none.json().data).toMatchObject({ language: null, level: null, promise: null })
})

test('the same picture again stays', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlist = await publish(teacher)
  const image = { field: 'mainPlaylistImage', bytes: await picture() }
  const answer = await teacher.request('PUT', `/api/playlists/${playlist._id}`, new Upload({}, image))
  expect(answer.json().data.mainPlaylistImage).toEqual(playlist.mainPlaylistImage)
  expect(await isStored(testApp, playlist.mainPlaylistImage.url)).toBe(true)
})

test('only its teacher updates a playlist, and an update never changes owner or status', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const other = await testApp.user('Tom', 'Teacher')
  const adminTeacher = await testApp.user('Root', 'Teacher', { isAdmin: true })
  const open = await insertPlaylist(testApp, { teacher })
  const hidden = await insertPlaylist(testApp, { teacher, status: 'pending' })
  const change = new Upload({ title: 'Stolen' })
  for (const [person, id, status, message] of [
    [testApp, open, 401, 'You must be logged in.'],
    [await testApp.user('Sam'), open, 403, 'Only a teacher can do this.'],
    [other, open, 403, 'You can only change your own playlists.'],
    [other, hidden, 404, 'Playlist not found.'],
    [adminTeacher, open, 403, 'You can only change your own playlists.'],
    [adminTeacher, hidden, 403, 'You can only change your own playlists.'],
    [teacher, newId(), 404, 'Playlist not found.'],
    [teacher, 'nonsense', 404, 'Playlist not found.'],
  ] as const) {
    const answer = await person.request('PUT', `/api/playlists/${id}`, change)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().message).toBe(message)
  }
  await teacher.request(
    'PUT',
    `/api/playlists/${hidden}`,
    new Upload({ teacher_id: other.id, isPlaylistApproved: 'approved' }),
  )
  expect(await rowOf(testApp, open)).toMatchObject({ title: 'Learn HTML', teacher_id: teacher.id })
  expect(await rowOf(testApp, hidden)).toMatchObject({ status: 'pending', teacher_id: teacher.id })
})

test('an update has the same limits, and a rejected one changes nothing', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const id = await insertPlaylist(testApp, { teacher })
  const wrong: Record<string, string>[] = [
    { title: '' },
    { description: '' },
    { category: 'cooking', title: 'Fine' },
  ]
  for (const fields of wrong) {
    expect((await teacher.request('PUT', `/api/playlists/${id}`, new Upload(fields))).statusCode).toBe(400)
  }
  const text = { field: 'mainPlaylistImage', bytes: Buffer.from('not a picture') }
  const answer = await teacher.request('PUT', `/api/playlists/${id}`, new Upload({ title: 'Fine' }, text))
  expect(answer.json().message).toBe('Image must be a JPEG, PNG, WebP or GIF file.')
  expect(await rowOf(testApp, id)).toMatchObject({ title: 'Learn HTML', description: 'All of it.' })
})

test('a playlist that is deleted for good takes its courses, their likes and comments, all saves and the pictures with it', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const sam = await testApp.user('Sam')
  const playlist = await publish(teacher)
  await testApp.db.updateTable('playlists').set({ status: 'approved' }).execute()
  const kept = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId: playlist._id })
  expect((await sam.request('POST', `/api/users/savePlaylist/${playlist._id}`)).statusCode).toBe(200)
  expect((await sam.request('POST', `/api/users/savePlaylist/${kept}`)).statusCode).toBe(200)
  await sam.request('POST', `/api/courses/${courseId}/like`)
  await sam.request('POST', '/api/comments', { text: 'Good!', courseId })
  const answer = await teacher.request('DELETE', `/api/playlists/${playlist._id}/${teacher.id}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ success: true, message: 'Playlist deleted.' })
  await purgeTrash(testApp)
  for (const table of ['courses', 'likes', 'comments'] as const) {
    expect(await testApp.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  }
  expect(await testApp.db.selectFrom('saves').select('playlist_id').execute()).toEqual([
    { playlist_id: kept },
  ])
  expect((await testApp.request('GET', `/api/users/profile/${sam.id}`)).json().savedPlaylistsCount).toBe(1)
  expect((await testApp.request('GET', `/api/playlists/teacher/${teacher.id}`)).json()).toMatchObject({
    total: 1,
    coursesCount: 0,
  })
  expect(await isStored(testApp, playlist.mainPlaylistImage.url)).toBe(false)
  expect(await imageNames(testApp)).toEqual([])
  expect((await teacher.request('DELETE', `/api/playlists/${playlist._id}/${teacher.id}`)).statusCode).toBe(
    404,
  )
  const entry = await testApp.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'playlist.deleted')
    .execute()
  expect(entry).toMatchObject([{ actor_id: teacher.id, subject: playlist._id }])
})

test('a picture that something else shows stays when one of them goes', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const [one, two] = [await publish(teacher), await publish(teacher)]
  expect(one.mainPlaylistImage).toEqual(two.mainPlaylistImage)
  await teacher.request('DELETE', `/api/playlists/${one._id}/${teacher.id}`)
  await purgeTrash(testApp)
  expect(await isStored(testApp, two.mainPlaylistImage.url)).toBe(true)
  await teacher.request('DELETE', `/api/playlists/${two._id}/${teacher.id}`)
  await purgeTrash(testApp)
  expect(await isStored(testApp, two.mainPlaylistImage.url)).toBe(false)
})

test('only its teacher and an admin delete a playlist, naming its teacher', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const other = await testApp.user('Tom', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const open = await insertPlaylist(testApp, { teacher })
  const hidden = await insertPlaylist(testApp, { teacher, status: 'pending' })
  for (const [person, id, teacherId, status, message] of [
    [testApp, open, teacher.id, 401, 'You must be logged in.'],
    [await testApp.user('Sam'), open, teacher.id, 403, 'Only a teacher can do this.'],
    [other, open, teacher.id, 403, 'You can only change your own playlists.'],
    [other, open, other.id, 403, 'You can only change your own playlists.'],
    [other, hidden, teacher.id, 404, 'Playlist not found.'],
    [teacher, open, other.id, 400, 'Teacher does not match this playlist.'],
    [admin, open, admin.id, 400, 'Teacher does not match this playlist.'],
    [admin, open, 'nonsense', 400, 'Teacher does not match this playlist.'],
  ] as const) {
    const answer = await person.request('DELETE', `/api/playlists/${id}/${teacherId}`)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().message).toBe(message)
  }
  expect(await rowOf(testApp, open)).toBeDefined()
  expect(await rowOf(testApp, hidden)).toBeDefined()
  expect((await admin.request('DELETE', `/api/playlists/${hidden}/${teacher.id}`)).statusCode).toBe(200)
  expect(await rowOf(testApp, hidden)).toMatchObject({ status: 'draft', trashed_status: 'pending' })
})
