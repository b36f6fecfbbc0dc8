import { expect, test } from 'vitest'
import { Form } from './request.ts'
import { listIn, NOTHING, openSite, pixel, VIDEO, type Who } from './site.ts'

const site = openSite()

/** The state of a resource as an admin reads it. */
async function truth(path: string): Promise<string> {
  return (await site().send('A1', 'GET', path)).text
}

async function unchanged(path: string, attack: () => Promise<void>): Promise<void> {
  const before = await truth(path)
  await attack()
  expect(await truth(path)).toBe(before)
}

test('student creates content', async () => {
  const { ids, form } = { ids: site().ids, form: site().form }
  const playlist = { title: 'Mine', description: 'All', category: 'development' }
  const course = { videoTitle: 'Mine', videoLink: VIDEO, description: 'All' }
  const before = await site().sql('select count(*) as n from playlists')
  for (const who of ['S1', 'O1', 'A1'] as const) {
    const made = await site().send(who, 'POST', '/api/playlists', {
      body: await form(playlist, 'mainPlaylistImage'),
    })
    expect([made.status, made.json.message]).toEqual([403, 'Only a teacher can do this.'])
    const inside = await site().send(who, 'POST', `/api/courses/${ids.PA}`, {
      body: await form(course, 'tutorialImage'),
    })
    expect([inside.status, inside.json.message]).toEqual([403, 'Only a teacher can do this.'])
  }
  expect(await site().sql('select count(*) as n from playlists')).toEqual(before)
})

test('new item is pending', async () => {
  const playlist = {
    title: 'Approve me',
    description: 'All',
    category: 'development',
    isPlaylistApproved: 'approved',
  }
  const body = await site().form({ ...playlist, status: 'approved' }, 'mainPlaylistImage')
  const made = await site().send('T1', 'POST', '/api/playlists', { body })
  expect(made.json.data).toMatchObject({ isPlaylistApproved: 'pending' })
  const course = {
    videoTitle: 'Approve me',
    videoLink: VIDEO,
    description: 'All',
    isCourseApproved: 'approved',
  }
  const inside = await site().send('T1', 'POST', `/api/courses/${site().ids.PA}`, {
    body: await site().form(course, 'tutorialImage'),
  })
  expect(inside.json.data).toMatchObject({ isCourseApproved: 'pending' })
})

test('approve-then-swap: another video of an approved course waits for an admin', async () => {
  const course = await site().addCourse('T1', site().ids.PA, 'Good at first')
  await site().setCourse(course, 'approved')
  const body = new Form({ videoLink: 'https://youtu.be/aaaaaaaaaaa' })
  const swapped = await site().send('T1', 'PUT', `/api/courses/${site().ids.PA}/${course}`, { body })
  expect(swapped.json.data).toMatchObject({ videoLink: 'aaaaaaaaaaa', waiting: { state: 'submitted' } })
  const seen = await site().send('S1', 'GET', `/api/courses/${site().ids.PA}/${course}`)
  expect(seen.json).toMatchObject({ videoLink: VIDEO, isCourseApproved: 'approved' })
})

test('no-op edit keeps approval', async () => {
  const course = await site().addCourse('T1', site().ids.PA, 'Good always')
  await site().setCourse(course, 'approved')
  const body = new Form({ videoLink: `https://www.youtube.com/watch?v=${VIDEO}`, videoTitle: 'Better title' })
  const changed = await site().send('T1', 'PUT', `/api/courses/${site().ids.PA}/${course}`, { body })
  expect(changed.json.data).toMatchObject({ isCourseApproved: 'approved', videoTitle: 'Better title' })
  const playlist = await site().send('T1', 'PUT', `/api/playlists/${site().ids.PA}`, { body: new Form({}) })
  expect(playlist.json.data).toMatchObject({ isPlaylistApproved: 'approved' })
})

test('teacher approves own', async () => {
  const { PP, CP } = site().ids
  await unchanged(`/api/playlists/${PP}`, async () => {
    for (const who of ['T1', 'T2', 'S1'] as const) {
      const playlist = await site().send(who, 'POST', `/api/playlists/approve-playlist/${PP}`, {
        body: { isPlaylistApproved: 'approved' },
      })
      const course = await site().send(who, 'POST', `/api/courses/approve-course/${CP}`, {
        body: { isCourseApproved: 'approved' },
      })
      for (const answer of [playlist, course]) {
        expect([answer.status, answer.json.message]).toEqual([403, 'Only an admin can do this.'])
      }
    }
  })
  const byEdit = new Form({ isPlaylistApproved: 'approved', status: 'approved' })
  const edited = await site().send('T1', 'PUT', `/api/playlists/${PP}`, { body: byEdit })
  expect(edited.json.data).toMatchObject({ isPlaylistApproved: 'pending' })
})

test('edit other’s playlist', async () => {
  const { PA } = site().ids
  await unchanged(`/api/playlists/${PA}`, async () => {
    for (const [who, message] of [
      ['T2', 'You can only change your own playlists.'],
      ['M1', 'You can only change your own playlists.'],
      ['A1', 'Only a teacher can do this.'],
      ['S1', 'Only a teacher can do this.'],
    ] as const) {
      const body = new Form({ title: 'Taken over' })
      const answer = await site().send(who, 'PUT', `/api/playlists/${PA}`, { body })
      expect([answer.status, answer.json.message]).toEqual([403, message])
    }
  })
})

test('delete other’s playlist, own id in path', async () => {
  const { ids, users } = site()
  await unchanged(`/api/playlists/${ids.PA}`, async () => {
    const answer = await site().send('T2', 'DELETE', `/api/playlists/${ids.PA}/${users.T2.id}`)
    expect([answer.status, answer.json.message]).toEqual([403, 'You can only change your own playlists.'])
  })
})

test('delete other’s playlist, owner’s id in path', async () => {
  const { ids, users } = site()
  await unchanged(`/api/playlists/${ids.PA}`, async () => {
    const answer = await site().send('T2', 'DELETE', `/api/playlists/${ids.PA}/${users.T1.id}`)
    expect(answer.status).toBe(403)
    expect((await site().send('T2', 'DELETE', `/api/playlists/${ids.PP}/${users.T1.id}`)).status).toBe(404)
  })
})

test('owner, wrong teacher id', async () => {
  const { ids, users } = site()
  await unchanged(`/api/playlists/${ids.PA}`, async () => {
    for (const who of ['T1', 'A1'] as const) {
      for (const id of [users.T2.id, NOTHING, 'x']) {
        const answer = await site().send(who, 'DELETE', `/api/playlists/${ids.PA}/${id}`)
        expect([answer.status, answer.json.message]).toEqual([400, 'Teacher does not match this playlist.'])
      }
    }
  })
})

test('edit/delete other’s course', async () => {
  const { PA, CA } = site().ids
  await unchanged(`/api/courses/${PA}/${CA}`, async () => {
    const body = new Form({ videoTitle: 'Taken over' })
    for (const who of ['T2', 'M1'] as const) {
      const answer = await site().send(who, 'PUT', `/api/courses/${PA}/${CA}`, { body })
      expect([answer.status, answer.json.message]).toEqual([403, 'You can only change your own courses.'])
    }
    expect((await site().send('T2', 'DELETE', `/api/courses/${PA}/${CA}`)).status).toBe(403)
    expect((await site().send('S1', 'DELETE', `/api/courses/${PA}/${CA}`)).status).toBe(403)
  })
})

test('verb and method tricks', async () => {
  const { PA, CA } = site().ids
  const tricks = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method']
  await unchanged(`/api/courses/${PA}/${CA}`, async () => {
    for (const header of tricks) {
      const got = await site().send('T2', 'GET', `/api/courses/${PA}/${CA}?_method=DELETE`, {
        headers: { [header]: 'DELETE' },
      })
      expect(got.status).toBe(200)
      const post = await site().send('T2', 'POST', `/api/courses/${PA}/${CA}`, {
        headers: { [header]: 'DELETE' },
      })
      expect(post.status).toBe(405)
    }
    for (const method of ['PATCH', 'PROPFIND', 'MOVE', 'LOCK', 'OPTIONS']) {
      const answer = await site().send('T1', method, `/api/courses/${PA}/${CA}`)
      expect([404, 405], method).toContain(answer.status)
    }
  })
})

test('child of another parent', async () => {
  const { PA, PB, PP, CA, CB } = site().ids
  for (const [who, path] of [
    ['A1', `/api/courses/${PB}/${CA}`],
    ['T1', `/api/courses/${PP}/${CA}`],
    ['S1', `/api/courses/${PA}/${CB}`],
  ] as const) {
    const answer = await site().send(who, 'GET', path)
    expect([answer.status, answer.json.message]).toEqual([404, 'Course not found.'])
  }
  await unchanged(`/api/courses/${PB}/${CB}`, async () => {
    const body = new Form({ videoTitle: 'Through my own playlist' })
    expect((await site().send('T1', 'PUT', `/api/courses/${PA}/${CB}`, { body })).status).toBe(404)
    expect((await site().send('T1', 'DELETE', `/api/courses/${PA}/${CB}`)).status).toBe(404)
  })
})

test('path id vs body id', async () => {
  const { PA, PB, CA } = site().ids
  const fields = { videoTitle: 'Where to', videoLink: VIDEO, description: 'All', playlistId: PB }
  const body = await site().form(fields, 'tutorialImage')
  const answer = await site().send('T1', 'POST', `/api/courses/${PA}`, { body })
  expect([answer.status, answer.json.message]).toEqual([400, 'Playlist does not match.'])
  const comment = await site().addComment('S1', CA)
  const moved = await site().send('S1', 'PUT', `/api/comments/${comment}`, {
    body: { text: 'Moved', courseId: site().ids.CB },
  })
  expect([moved.status, moved.json.message]).toEqual([400, 'Course does not match.'])
})

test('move into another’s playlist', async () => {
  const { PA, CA, PB } = site().ids
  await unchanged(`/api/courses/${PA}/${CA}`, async () => {
    for (const playlist of [PB, NOTHING, 'x', `${PB} `]) {
      const answer = await site().send('T1', 'PUT', `/api/courses/${PA}/${CA}`, {
        body: new Form({ playlist }),
      })
      expect([answer.status, answer.json.message]).toEqual([
        403,
        'You can only move a course to your own playlist.',
      ])
    }
  })
})

test('course/playlist theft', async () => {
  const { ids, users } = site()
  const stolen = {
    teacher: users.T2.id,
    teacher_id: users.T2.id,
    teacherId: users.T2.id,
    owner: users.T2.id,
  }
  const body = new Form({ ...stolen, _id: NOTHING, id: NOTHING })
  const playlist = await site().send('T1', 'PUT', `/api/playlists/${ids.PP}`, { body })
  expect(playlist.json.data).toMatchObject({ _id: ids.PP, teacher: { _id: users.T1.id } })
  const course = await site().send('T1', 'PUT', `/api/courses/${ids.PA}/${ids.CP}`, { body })
  expect(course.json.data).toMatchObject({ _id: ids.CP, teacher: { _id: users.T1.id } })
  const given = new Form(
    { title: 'Not mine', description: 'All', category: 'development', ...stolen },
    { field: 'mainPlaylistImage', bytes: await pixel() },
  )
  const made = await site().send('T1', 'POST', '/api/playlists', { body: given })
  expect(made.json.data).toMatchObject({ teacher: { _id: users.T1.id } })
})

test('comment edit/delete by others', async () => {
  const { CA } = site().ids
  const comment = await site().addComment('S1', CA, 'My words')
  await unchanged(`/api/comments?courseId=${CA}`, async () => {
    const expected: [Who | undefined, number][] = [
      [undefined, 401],
      ['S2', 403],
      ['T1', 403],
      ['T2', 403],
      ['A1', 403],
    ]
    for (const [who, status] of expected) {
      const edit = await site().send(who, 'PUT', `/api/comments/${comment}`, { body: { text: 'His words' } })
      expect([edit.status, edit.json.message]).toEqual([status, "You can't update this comment."])
    }
    // The teacher of the course and admins may remove it.
    for (const [who, status] of expected.filter(([name]) => name !== 'A1' && name !== 'T1')) {
      const removal = await site().send(who, 'DELETE', `/api/comments/${comment}`)
      expect([removal.status, removal.json.message]).toEqual([status, 'You cant remove this comment.'])
    }
  })
})

test('edit another’s profile', async () => {
  const { users } = site()
  await unchanged(`/api/users/profile/${users.S1.id}`, async () => {
    for (const who of ['S2', 'T1', 'A1', 'M1'] as const) {
      const body = new Form({ username: 'Somebody else' })
      const answer = await site().send(who, 'PUT', `/api/users/profile/${users.S1.id}`, { body })
      expect([answer.status, answer.json.message]).toEqual([403, 'You can only update your own profile.'])
    }
  })
})

test('unsave for another', async () => {
  const { PB } = site().ids
  const [sam, eve] = [await site().join('Student'), await site().join('Student')]
  await site().send(undefined, 'POST', `/api/users/savePlaylist/${PB}`, { token: sam.token })
  const answer = await site().send(undefined, 'DELETE', `/api/users/savedPlaylists/${PB}?userId=${sam.id}`, {
    token: eve.token,
    body: { userId: sam.id, user: sam.id },
  })
  expect([answer.status, answer.json.data]).toEqual([200, []])
  expect(await site().sql('select playlist_id from saves where user_id = ?', sam.id)).toEqual([
    { playlist_id: PB },
  ])
})

test('comment in another’s name', async () => {
  const { ids, users } = site()
  const forged = { user: users.S1.id, userId: users.S1.id, user_id: users.S1.id, author: users.S1.id }
  const body = { text: 'Not by Sam', courseId: ids.CA, ...forged }
  const answer = await site().send('S2', 'POST', '/api/comments', { body })
  expect(answer.json.comment).toMatchObject({ user: { _id: users.S2.id } })
  const saved = await site().send('S2', 'POST', `/api/users/savePlaylist/${ids.PA}`, { body: forged })
  expect(saved.json.savedPlaylists).toEqual([ids.PA])
  expect(
    await site().sql('select * from saves where playlist_id = ? and user_id = ?', ids.PA, users.S1.id),
  ).toEqual([])
})

test('category calls as T1, S1, V', async () => {
  const [category] = listIn(await site().send(undefined, 'GET', '/api/categories'), 'categories')
  await unchanged('/api/categories', async () => {
    for (const [who, status] of [
      ['T1', 403],
      ['S1', 403],
      [undefined, 401],
    ] as const) {
      for (const [method, path] of [
        ['POST', '/api/categories'],
        ['PUT', `/api/categories/${String(category?._id)}`],
        ['DELETE', `/api/categories/${String(category?._id)}`],
      ] as const) {
        const answer = await site().send(who, method, path, { body: { title: 'Mine now' } })
        expect(answer.status).toBe(status)
      }
    }
  })
})
