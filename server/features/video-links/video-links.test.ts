import { expect, test } from 'vitest'
import { NO_DETAILS, NO_PICTURE, ONLY_FIRST_LINKS, PLAYLIST_LINK } from '#contract/video-links/video-links.ts'
import { openTestApp, picture, type TestApp, type TestUser } from '#server/test-app.ts'
import { json, standIn } from '#server/test-outside.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { openMyEvents } from '#server/test-watcher.ts'
import { forgetDetails } from './details.ts'

const DAY = 24 * 3_600_000
const ID = 'aaaaaaaaaaa'
const youtube = (key: string) => `https://youtu.be/${key}`

interface Site {
  testApp: TestApp
  teacher: TestUser
  playlistId: string
  paste: (text: string) => Promise<{ message: string; items: Record<string, unknown>[] }>
  /** Pastes, lets the lookups run and pastes again. */
  pasteTwice: (text: string) => Promise<Record<string, unknown>[]>
}

async function openSite(environment: Record<string, string> = {}): Promise<Site> {
  const testApp = await openTestApp({ environment })
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const paste: Site['paste'] = async (text) => {
    const answer = await teacher.request('POST', `/api/playlists/${playlistId}/links`, { text })
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
  const pasteTwice = async (text: string) => {
    await paste(text)
    await testApp.context.jobs.runDue()
    return (await paste(text)).items
  }
  return { testApp, teacher, playlistId, paste, pasteTwice }
}

/** A site whose outside hosts answer like this. */
async function openOutside(answers: Parameters<typeof standIn>[0], environment = {}) {
  const outside = await standIn(answers)
  const site = await openSite({ OUTSIDE: 'on', OUTSIDE_STAND_IN: outside.origin, ...environment })
  return { ...site, asked: outside.asked, answers: outside.answers }
}

const add = ({ teacher, playlistId }: Site, items: object[]) =>
  teacher.request('POST', `/api/playlists/${playlistId}/courses`, { items })

test('every line gets its state, whatever was pasted', async () => {
  const { testApp, playlistId, paste } = await openSite()
  await insertCourse(testApp, { playlistId })
  const lines = [
    youtube(ID),
    'javascript:alert(1)',
    '',
    `https://www.youtube.com/watch?v=${ID}&t=5`,
    youtube('dQw4w9WgXcQ'),
    'https://www.youtube.com/playlist?list=PL123',
    'https://vimeo.com/76979871/a1b2c3d4e5',
    'https://example.org/video',
  ]
  const { message, items } = await paste(lines.join('\r\n'))
  expect(message).toBe('7 links read.')
  const unknown = { state: 'unknown', message: NO_DETAILS }
  expect(items).toEqual([
    { line: 1, source: 'youtube', key: ID, title: ID, ...unknown },
    { line: 2, state: 'unreadable', message: 'Line 2: this is not a video link.' },
    {
      line: 4,
      source: 'youtube',
      key: ID,
      startsAt: 5,
      state: 'duplicate',
      message: 'Line 4: this video is already on line 1.',
    },
    {
      line: 5,
      source: 'youtube',
      key: 'dQw4w9WgXcQ',
      state: 'duplicate',
      message: 'Line 5: this video is already in this playlist.',
    },
    { line: 6, state: 'unreadable', message: PLAYLIST_LINK },
    { line: 7, source: 'vimeo', key: '76979871', hash: 'a1b2c3d4e5', title: '76979871', ...unknown },
    { line: 8, state: 'unreadable', message: 'Line 8: this is not a video link.' },
  ])
})

test('blank lines are ignored, only 200 links are read, and a larger text is rejected', async () => {
  const { teacher, playlistId, paste } = await openSite()
  const blank = await paste(`${'\n'.repeat(10_000)}${youtube(ID)}`)
  expect(blank.items).toMatchObject([{ line: 10_001, key: ID }])
  const many = Array.from({ length: 201 }, (_, index) => youtube(String(index).padStart(11, 'x')))
  const { message, items } = await paste(many.join('\n'))
  expect([message, items.length, items.at(-1)?.line]).toEqual([ONLY_FIRST_LINKS, 200, 200])
  expect((await paste(many.slice(1).join('\n'))).message).toBe('200 links read.')
  const tooLarge = await teacher.request('POST', `/api/playlists/${playlistId}/links`, {
    text: 'x'.repeat(65_536),
  })
  expect([tooLarge.statusCode, tooLarge.json().message]).toEqual([413, 'Request is too large.'])
})

test('details come live, and a second paste has them at once', async () => {
  const cover = await picture('#123456', { width: 480, height: 360 })
  const site = await openOutside({
    '/www.youtube.com/oembed': json({
      title: 'Closures',
      thumbnail_url: 'https://i.ytimg.com/vi/a/hqdefault.jpg',
    }),
    '/i.ytimg.com/vi/a/hqdefault.jpg': (response) => response.end(cover),
    '/vimeo.com/api/oembed.json': json({ title: 'Hoisting', duration: 62 }),
  })
  const { testApp, teacher, playlistId, paste, asked } = site
  const stranger = await testApp.user('Bea', 'Teacher')
  const address = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const events = await openMyEvents(address, teacher)
  const others = await openMyEvents(address, stranger)
  for (const { next } of [events, others]) {
    expect(await next()).toEqual({ retry: '2000' })
    expect((await next())?.event).toEqual({ type: 'reset' })
  }

  const { items } = await paste(`${youtube(ID)}\nhttps://vimeo.com/76979871`)
  expect(items).toEqual([
    { line: 1, source: 'youtube', key: ID, state: 'unknown', message: '' },
    { line: 2, source: 'vimeo', key: '76979871', state: 'unknown', message: '' },
  ])
  await testApp.context.jobs.runDue()
  const received = [(await events.next())?.event, (await events.next())?.event]
  const found = [
    {
      line: 1,
      source: 'youtube',
      key: ID,
      title: 'Closures',
      thumbnail: expect.objectContaining({
        width: 480,
        url: expect.stringMatching(/^\/media\/\w{40}-480\.webp$/),
      }),
      state: 'ok',
      message: '',
    },
    {
      line: 2,
      source: 'vimeo',
      key: '76979871',
      title: 'Hoisting',
      duration: 62,
      state: 'ok',
      message: NO_PICTURE,
    },
  ]
  expect(received).toEqual(
    expect.arrayContaining(found.map((item) => ({ type: 'links', playlistId, items: [item] }))),
  )
  const requests = asked.length
  expect((await paste(`${youtube(ID)}\nhttps://vimeo.com/76979871`)).items).toEqual(found)
  await testApp.context.jobs.runDue()
  expect(asked).toHaveLength(requests)
  testApp.context.events.publish({ type: 'user', userId: stranger.id, event: { type: 'reset' } })
  expect((await others.next())?.event).toEqual({ type: 'reset' })
})

test('what its site says of a video decides, and no answer leaves it unknown', async () => {
  const statuses = new Map([
    ['disabled', 401],
    ['private', 403],
    ['deleted', 404],
    ['troubled', 500],
  ])
  const { pasteTwice } = await openOutside({
    '/www.youtube.com/oembed': (response, url) => {
      const word = [...statuses.keys()].find((each) => url.search.includes(each))
      response.writeHead(statuses.get(word ?? '') ?? 400).end()
    },
  })
  const keys = [...statuses.keys()].map((word) => word.padEnd(11, '_'))
  const items = await pasteTwice(keys.map(youtube).join('\n'))
  expect(items.map(({ state, message }) => [state, message])).toEqual([
    ['refused', 'Line 1: the owner of this video does not allow it to be played on other sites.'],
    ['refused', 'Line 2: this video is private or was deleted.'],
    ['refused', 'Line 3: this video is private or was deleted.'],
    ['unknown', ''],
  ])
})

test.each([
  ['a\u0000b\u202Ec  d', 'a bc d'],
  ['Intro\u200bduction', 'Introduction'],
  [`${'word '.repeat(30)}end`, `${'word '.repeat(24).trim()}…`],
  ['x'.repeat(130), 'x'.repeat(120)],
  ['Maths 👩‍💻 कर्‍म', 'Maths 👩‍💻 कर्‍म'],
  ['Hi', ID],
  ['\u200b\u200b\u200b', ID],
  [12, ID],
])('the title %j becomes %j', async (title, shown) => {
  const { pasteTwice } = await openOutside({ '/www.youtube.com/oembed': json({ title }) })
  expect(await pasteTwice(youtube(ID))).toMatchObject([{ title: shown, state: 'ok', message: NO_PICTURE }])
})

test('a picture from another host, or one that is none, is not taken', async () => {
  const { pasteTwice, asked } = await openOutside({
    '/www.youtube.com/oembed': json({ title: 'Closures', thumbnail_url: 'https://example.org/cover.jpg' }),
    '/i.ytimg.com/': (response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  expect(await pasteTwice(youtube(ID))).toMatchObject([
    { title: 'Closures', state: 'ok', message: NO_PICTURE },
  ])
  expect(asked.filter((path) => !path.startsWith('/www.youtube.com/'))).toEqual([
    `/i.ytimg.com/vi/${ID}/maxresdefault.jpg`,
  ])
})

test('videos become drafts at the end of their section, with the picture that was found or a generated one', async () => {
  const cover = await picture('#654321', { width: 1280, height: 720 })
  const site = await openOutside({
    '/www.youtube.com/oembed': json({ title: 'Closures' }),
    '/i.ytimg.com/': (response) => response.end(cover),
  })
  const { testApp, teacher, playlistId, pasteTwice } = site
  const first = await insertCourse(testApp, { playlistId, title: 'First of all' })
  const outline = {
    version: 0,
    sections: [
      { title: 'Basics', courses: [] },
      { title: 'More', courses: [] },
    ],
    loose: [first],
  }
  const ordered = await teacher.request('PUT', `/api/playlists/${playlistId}/outline`, outline)
  const [basics] = ordered.json().data.sections
  const [found] = await pasteTwice(youtube(ID))

  const answer = await add(site, [
    { source: 'youtube', key: ID, title: 'Closures', image: true, sectionId: basics._id },
    { source: 'youtube', key: 'bbbbbbbbbbb', title: 'Hoisting', description: 'Up.', sectionId: basics._id },
    {
      source: 'vimeo',
      key: '76979871',
      hash: 'a1b2c3d4e5',
      title: 'Scopes',
      chapters: '0:00 Blocks\n5:00 Functions',
      image: true,
    },
    { source: 'youtube', key: 'ccccccccccc', title: 'Before all', sectionId: null },
  ])
  expect(answer.statusCode).toBe(201)
  const { data, message } = answer.json()
  expect(message).toBe('Saved 4 drafts. Only you and admins can see them.')
  expect(data).toMatchObject([
    { videoTitle: 'Closures', description: 'Closures', tutorialImage: found?.thumbnail, videoLink: ID },
    { videoTitle: 'Hoisting', description: 'Up.', tutorialImage: { width: 1280, height: 720 } },
    { videoTitle: 'Scopes', isCourseApproved: 'pending' },
    { videoTitle: 'Before all' },
  ])
  expect(data[1].tutorialImage).not.toEqual(data[0].tutorialImage)
  const mine = (await teacher.request('GET', `/api/playlists/${playlistId}`)).json()
  expect(mine.courses.map((course: { videoTitle: string }) => course.videoTitle)).toEqual([
    'First of all',
    'Before all',
    'Closures',
    'Hoisting',
    'Scopes',
  ])
  const course = await teacher.request('GET', `/api/courses/${playlistId}/${data[2]._id}`)
  expect(course.json()).toMatchObject({
    video: { source: 'vimeo', key: '76979871', hash: 'a1b2c3d4e5' },
    chapters: [
      { at: 0, title: 'Blocks' },
      { at: 300, title: 'Functions' },
    ],
  })
  expect((await testApp.request('GET', `/api/playlists/${playlistId}`)).json().courses).toHaveLength(1)
})

test('drafts are added all or none, and every mistake has its sentence', async () => {
  const site = await openSite()
  const { testApp, teacher, playlistId } = site
  const good = { source: 'youtube', key: ID, title: 'Closures' }
  const rejected = async (items: object[]) => {
    const answer = await add(site, items)
    return [answer.statusCode, answer.json().message]
  }
  const before = await testApp.db.selectFrom('images').select('name').execute()
  expect(await rejected([])).toEqual([400, 'Add 1 to 200 videos.'])
  expect(await rejected(Array(201).fill(good))).toEqual([400, 'Add 1 to 200 videos.'])
  expect(await rejected([good, { ...good, title: 'x' }])).toEqual([400, 'Title must be 3 to 120 characters.'])
  for (const video of [
    { key: '"><script>' },
    { source: 'vimeo' },
    { source: 'vimeo', key: '1', hash: '../x' },
  ])
    expect(await rejected([good, { ...good, ...video }])).toEqual([400, 'Unknown video.'])
  expect(await rejected([good, { ...good, sectionId: 'a'.repeat(24) }])).toEqual([
    400,
    'Choose a section of this playlist.',
  ])
  for (let count = 0; count < 299; count += 1) {
    const { db } = testApp
    if (count === 0) await insertCourse(testApp, { playlistId })
    const [row] = await db.selectFrom('courses').selectAll().limit(1).execute()
    if (row)
      await db
        .insertInto('courses')
        .values({ ...row, id: `${count}`.padStart(24, '0') })
        .execute()
  }
  expect(await rejected([good])).toEqual([409, 'You have reached the limit of 300 courses.'])
  expect(await testApp.db.selectFrom('images').select('name').execute()).toEqual(before)
  expect((await teacher.request('GET', `/api/playlists/${playlistId}`)).json().courses).toHaveLength(300)
})

test('details and their pictures go after a day, except pictures that a video took', async () => {
  const site = await openOutside({
    '/www.youtube.com/oembed': json({ title: 'Closures' }),
    '/i.ytimg.com/vi/a': (response) => void picture('#111111').then((bytes) => response.end(bytes)),
    '/i.ytimg.com/vi/b': (response) => void picture('#222222').then((bytes) => response.end(bytes)),
  })
  const { testApp, pasteTwice } = site
  const { db, images } = testApp
  const before = (await db.selectFrom('images').select('name').execute()).length
  const [, taken] = await pasteTwice(`${youtube(ID)}\n${youtube('bbbbbbbbbbb')}`)
  expect(taken).toMatchObject({ state: 'ok', message: '' })
  await add(site, [{ source: 'youtube', key: 'bbbbbbbbbbb', title: 'Hoisting', image: true }])
  expect(await images.sweep(Date.now() + DAY)).toEqual({ deleted: 0 })
  await forgetDetails({ db, images }, Date.now() + DAY / 2)
  expect(await db.selectFrom('video_details').select('image').execute()).toHaveLength(2)
  await forgetDetails({ db, images }, Date.now() + 2 * DAY)
  expect(await db.selectFrom('video_details').select('image').execute()).toHaveLength(0)
  expect(await db.selectFrom('images').select('name').execute()).toHaveLength(before + 1)
})

test('with a key, the link of a YouTube playlist stands for its videos', async () => {
  const pages = new Map([
    ['', { items: [item('aaaaaaaaaaa'), item('bbbbbbbbbbb')], nextPageToken: 'two' }],
    ['two', { items: [item('aaaaaaaaaaa'), item('not a video')] }],
  ])
  const key = 'k'.repeat(39)
  const site = await openOutside(
    {
      '/www.googleapis.com/youtube/v3/playlistItems': (response, { searchParams }) => {
        const isKnown = searchParams.get('playlistId') === 'PL123' && searchParams.get('key') === key
        if (isKnown) response.end(JSON.stringify(pages.get(searchParams.get('pageToken') ?? '')))
        else response.writeHead(404).end()
      },
    },
    { YOUTUBE_API_KEY: key },
  )
  const { items } = await site.paste(
    'https://www.youtube.com/playlist?list=PL123\nhttps://www.youtube.com/playlist?list=PL456',
  )
  expect(items).toMatchObject([
    { line: 1, key: 'aaaaaaaaaaa', state: 'unknown' },
    { line: 1, key: 'bbbbbbbbbbb', state: 'unknown' },
    { line: 1, key: 'aaaaaaaaaaa', state: 'duplicate' },
    { line: 2, state: 'unreadable', message: PLAYLIST_LINK },
  ])
})

const item = (videoId: string) => ({ contentDetails: { videoId } })
