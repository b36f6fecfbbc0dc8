import { expect, test } from 'vitest'
import type { Answer } from './request.ts'
import { Form } from './request.ts'
import { listIn, openSite, PASSWORD, pixel } from './site.ts'

const site = openSite()

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))
const only = (sql: string, ...values: string[]) => site().sql(sql, ...values)

test('duplicate register race', async () => {
  const fields = { username: 'Twice Born', password: PASSWORD, confirmPassword: PASSWORD }
  const bytes = await pixel()
  const signUp = (index: number) =>
    site().send(undefined, 'POST', '/api/auth/register', {
      body: new Form(
        { ...fields, email: index % 2 === 0 ? 'twice@race.example' : 'TWICE@race.example' },
        { field: 'profilePhoto', bytes },
      ),
    })
  const answers = await Promise.all(times(8, signUp))
  expect(statuses(answers)).toEqual([201, ...times(7, () => 409)])
  expect(answers.find(({ status }) => status === 409)?.json.message).toBe('This email is already registered.')
  expect(await only("select count(*) as n from users where email_key = 'twice@race.example'")).toEqual([
    { n: 1 },
  ])
})

test('like race: ten people at once are ten likes, and one person is one', async () => {
  const { PB, CB } = site().ids
  const users = await Promise.all(times(10, () => site().join('Student')))
  const like = (token: string, body: object) =>
    site().send(undefined, 'POST', `/api/courses/${CB}/like`, { token, body })
  const liked = await Promise.all(users.flatMap(({ token }) => times(3, () => like(token, { liked: true }))))
  expect(liked.filter(({ status }) => status !== 200)).toEqual([])
  const count = async () => (await site().send('S1', 'GET', `/api/courses/${PB}/${CB}`)).json.likesCount
  expect(await count()).toBe(10)
  // An even number of toggles ends where it began, an odd one does not.
  const toggled = await Promise.all(
    users.flatMap(({ token }, index) => times(index % 2 === 0 ? 4 : 3, () => like(token, {}))),
  )
  expect(toggled.filter(({ status }) => status !== 200)).toEqual([])
  expect(await count()).toBe(5)
  expect(await only('select count(*) as n from likes where course_id = ?', CB)).toEqual([{ n: 5 }])
})

test('save race', async () => {
  const { PB } = site().ids
  const path = `/api/users/savePlaylist/${PB}`
  await Promise.all(times(12, () => site().send('S1', 'POST', path)))
  const removal = `/api/users/savedPlaylists/${PB}`
  await Promise.all([
    ...times(6, () => site().send('S2', 'POST', path)),
    ...times(6, () => site().send('S2', 'DELETE', removal)),
  ])
  const [{ n, saves_count }] = (
    await only(
      'select (select count(*) from saves where playlist_id = playlists.id) as n, saves_count from playlists where id = ?',
      PB,
    )
  ).map((row) => Object(row))
  expect(saves_count).toBe(n)
  expect((await site().send('S1', 'GET', `/api/playlists/${PB}`)).json.savedCount).toBe(n)
})

test('approve vs delete race', async () => {
  for (let round = 0; round < 6; round += 1) {
    const playlist = await site().addPlaylist('T2', `Contested ${round}`)
    const course = await site().addCourse('T2', playlist)
    const approve = (path: string, body: object) => site().send('A1', 'POST', path, { body })
    const remove = () => site().send('T2', 'DELETE', `/api/playlists/${playlist}/${site().users.T2.id}`)
    const [deleted, ...approvals] = await Promise.all([
      remove(),
      approve(`/api/playlists/approve-playlist/${playlist}`, { isPlaylistApproved: 'approved' }),
      approve(`/api/courses/approve-course/${course}`, { isCourseApproved: 'approved' }),
      site().send('A1', 'DELETE', `/api/courses/${playlist}/${course}`),
    ])
    expect(deleted?.status).toBe(200)
    expect(approvals.every(({ status }) => status === 200 || status === 404)).toBe(true)
    expect((await remove()).status).toBe(404)
    expect(
      await only(
        "select id from courses where playlist_id = ? and (trash_id is null or status <> 'draft')",
        playlist,
      ),
    ).toEqual([])
    expect(await only('select playlist_id from search_documents where playlist_id = ?', playlist)).toEqual([])
  }
  const [counts] = (
    await only(
      "select approved_playlists_count as kept, (select count(*) from playlists where teacher_id = users.id and status = 'approved') as true_count from users where id = ?",
      site().users.T2.id,
    )
  ).map((row) => Object(row))
  expect(counts.kept).toBe(counts.true_count)
})

test('the second of two deletions gets a 404', async () => {
  const course = await site().addCourse('T1', site().ids.PA, 'Deleted twice')
  const comment = await site().addComment('S1', site().ids.CA, 'Deleted twice')
  const twice = (who: 'T1' | 'S1', path: string) =>
    Promise.all(times(4, () => site().send(who, 'DELETE', path)))
  expect(statuses(await twice('T1', `/api/courses/${site().ids.PA}/${course}`))).toEqual([200, 404, 404, 404])
  expect(statuses(await twice('S1', `/api/comments/${comment}`))).toEqual([200, 404, 404, 404])
  const [row] = (
    await only(
      'select comments_count as kept, (select count(*) from comments where course_id = courses.id) as n from courses where id = ?',
      site().ids.CA,
    )
  ).map((each) => Object(each))
  expect(row.kept).toBe(row.n)
})

test('a comment or a like on a course that is being deleted is gone for good with it', async () => {
  for (let round = 0; round < 4; round += 1) {
    const course = await site().addCourse('T1', site().ids.PA, `Going ${round}`)
    await site().setCourse(course, 'approved')
    const answers = await Promise.all([
      ...times(4, () =>
        site().send('S1', 'POST', '/api/comments', { body: { text: 'Still there?', courseId: course } }),
      ),
      site().send('T1', 'DELETE', `/api/courses/${site().ids.PA}/${course}`),
      ...times(4, () => site().send('S2', 'POST', `/api/courses/${course}/like`, { body: {} })),
    ])
    expect(answers.every(({ status }) => [200, 201, 404].includes(status))).toBe(true)
    const written = answers.filter(({ status }) => status === 201)
    expect(await only('select id from comments where course_id = ?', course)).toHaveLength(written.length)
    await site().send('T1', 'DELETE', '/api/teaching/trash')
    expect(await only('select id from comments where course_id = ?', course)).toEqual([])
    expect(await only('select id from likes where course_id = ?', course)).toEqual([])
  }
})

test('category rename vs playlist create race', async () => {
  const made = await site().send('A1', 'POST', '/api/categories', { body: { title: 'before' } })
  const { _id: id } = Object(made.json.category)
  const bytes = await pixel()
  const publish = (category: string) =>
    site().send('T1', 'POST', '/api/playlists', {
      body: new Form(
        { title: 'In between', description: 'All', category },
        { field: 'mainPlaylistImage', bytes },
      ),
    })
  const [renamed, deleted, ...published] = await Promise.all([
    site().send('A1', 'PUT', `/api/categories/${id}`, { body: { title: 'after' } }),
    site().send('A1', 'DELETE', `/api/categories/${id}`),
    ...['before', 'after', 'before', 'after'].map(publish),
  ])
  expect(published.filter(({ status }) => status !== 201 && status !== 400)).toEqual([])
  expect([200, 409]).toContain(deleted.status)
  // A category that is deleted first cannot be renamed.
  expect(deleted.status === 200 ? [200, 404] : [200]).toContain(renamed.status)
  expect(
    await only(
      'select p.id from playlists p left join categories c on c.id = p.category_id where c.id is null',
    ),
  ).toEqual([])
  const { playlists } = (await site().send('A1', 'GET', '/api/playlists?limit=200')).json
  expect(JSON.stringify(playlists)).not.toContain('"category":"before"')
})

test('two simultaneous equal categories make one', async () => {
  const add = (title: string) => site().send('A1', 'POST', '/api/categories', { body: { title } })
  expect(statuses(await Promise.all([add('Chess'), add('chess'), add('CHESS')]))).toEqual([201, 409, 409])
})

test('a user who stops being a teacher during an upload has no playlist', async () => {
  for (let round = 0; round < 6; round += 1) {
    const eve = await site().join('Teacher')
    const bytes = await pixel()
    const fields = { title: 'Too late', description: 'All', category: 'development' }
    const publish = () =>
      site().send(undefined, 'POST', '/api/playlists', {
        token: eve.token,
        body: new Form(fields, { field: 'mainPlaylistImage', bytes }),
      })
    const leave = site().send(undefined, 'PUT', `/api/users/profile/${eve.id}`, {
      token: eve.token,
      body: new Form({ role: 'Student' }),
    })
    const [left, ...published] = await Promise.all([leave, publish(), publish()])
    const [{ role, n }] = (
      await only(
        'select role, (select count(*) from playlists where teacher_id = users.id) as n from users where id = ?',
        eve.id,
      )
    ).map((row) => Object(row))
    expect(
      [left.status, ...published.map(({ status }) => status)].every((status) =>
        [200, 201, 403, 409].includes(status),
      ),
    ).toBe(true)
    expect(role === 'Teacher' || n === 0, `${role} with ${n}`).toBe(true)
    expect(left.status === 200 ? 'Student' : 'Teacher').toBe(role)
  }
})

test('one of many simultaneous claims of a profile address wins', async () => {
  const users = await Promise.all(times(4, () => site().join('Student')))
  const answers = await Promise.all(
    users.map(({ id, token }) =>
      site().send(undefined, 'PUT', `/api/users/profile/${id}`, {
        token,
        body: new Form({ email: 'wanted@race.example', oldPassword: PASSWORD }),
      }),
    ),
  )
  expect(statuses(answers)).toEqual([200, 409, 409, 409])
})

test('twenty users who comment at once make twenty comments, each once', async () => {
  const { CA } = site().ids
  const users = await Promise.all(times(5, () => site().join('Student')))
  const texts = times(20, (index) => `At once ${index}`)
  await Promise.all(
    texts.map((text, index) =>
      site().send(undefined, 'POST', '/api/comments', {
        token: users[index % 5]?.token,
        body: { text, courseId: CA },
      }),
    ),
  )
  const comments = listIn(
    await site().send('S1', 'GET', `/api/comments?courseId=${CA}&limit=200`),
    'comments',
  )
  const posted = comments.map(({ text }) => String(text)).filter((text) => text.startsWith('At once'))
  expect(posted.toSorted()).toEqual(texts.toSorted())
})
