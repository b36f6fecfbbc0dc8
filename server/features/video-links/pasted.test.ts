import { expect, test } from 'vitest'
import { PLAYLIST_LINK } from '#contract/video-links/video-links.ts'
import { openTestApp } from '#server/test-app.ts'
import { json, standIn } from '#server/test-outside.ts'
import { insertPlaylist } from '#server/test-publications.ts'

const ID = 'aqz-KE-bpKQ'
const EMBED =
  '<iframe width="560" height="315" src="https://www.youtube.com/embed/aqz-KE-bpKQ" title="Lesson" allowfullscreen></iframe>'

async function openSite() {
  const outside = await standIn({ '/www.youtube.com/oembed': json({ title: 'Big Buck Bunny' }) })
  const testApp = await openTestApp({ environment: { OUTSIDE: 'on', OUTSIDE_STAND_IN: outside.origin } })
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const paste = async (text: string) => {
    const answer = await teacher.request('POST', `/api/playlists/${playlistId}/links`, { text })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().items
  }
  return { testApp, teacher, playlistId, paste }
}

test.each([
  `youtu.be/${ID}`,
  `www.youtube.com/watch?v=${ID}`,
  `https://studio.youtube.com/video/${ID}/edit`,
  EMBED,
  `1. https://youtu.be/${ID}`,
])('the line %s is the video', async (line) => {
  const { paste } = await openSite()
  expect(await paste(line)).toEqual([{ line: 1, source: 'youtube', key: ID, state: 'unknown', message: '' }])
})

test('a line without https is the video of Vimeo, and a word is none', async () => {
  const { paste } = await openSite()
  expect(await paste('vimeo.com/76979871\nProgramming')).toEqual([
    { line: 1, source: 'vimeo', key: '76979871', state: 'unknown', message: '' },
    { line: 2, state: 'unreadable', message: 'Line 2: this is not a video link.' },
  ])
})

test('every link in a line counts: videos in their order, then playlists', async () => {
  const { paste } = await openSite()
  const line = `Bunny: https://youtu.be/${ID} Knots: vimeo.com/76979871 https://www.youtube.com/playlist?list=PL123`
  expect(await paste(`${line}\nhttps://youtu.be/bbbbbbbbbbb`)).toMatchObject([
    { line: 1, key: ID, title: 'Bunny' },
    { line: 1, key: '76979871', title: 'Knots' },
    { line: 1, state: 'unreadable', message: PLAYLIST_LINK },
    { line: 2, key: 'bbbbbbbbbbb' },
  ])
})

test('an embed code in several lines is one line, and the next keeps its number', async () => {
  const { paste } = await openSite()
  const code = EMBED.replaceAll(' ', '\r\n  ')
  expect(await paste(`${code}\r\nvimeo.com/76979871`)).toMatchObject([
    { line: 1, key: ID },
    { line: code.split('\n').length + 1, key: '76979871' },
  ])
})

test('a title in the line stays when the details arrive, and is cut like theirs', async () => {
  const { testApp, paste } = await openSite()
  const lines = [
    `The bunny – https://youtu.be/${ID}`,
    `https://youtu.be/bbbbbbbbbb1 ${'word '.repeat(30)}`,
    'https://youtu.be/bbbbbbbbbb2',
  ]
  expect(await paste(lines.join('\n'))).toMatchObject([
    { title: 'The bunny', state: 'unknown' },
    { title: `${'word '.repeat(24).trim()}…` },
    { key: 'bbbbbbbbbb2', state: 'unknown' },
  ])
  await testApp.context.jobs.runDue()
  expect(await paste(lines.join('\n'))).toMatchObject([
    { title: 'The bunny', state: 'ok' },
    { title: `${'word '.repeat(24).trim()}…` },
    { title: 'Big Buck Bunny' },
  ])
})

test('the start time of a link becomes that of the draft', async () => {
  const { teacher, playlistId, paste } = await openSite()
  const [{ source, key, startsAt }] = await paste(`https://youtu.be/${ID}?t=1m30s`)
  expect(startsAt).toBe(90)
  const added = await teacher.request('POST', `/api/playlists/${playlistId}/courses`, {
    items: [{ source, key, startsAt, title: 'The bunny' }],
  })
  expect(added.json().data).toMatchObject([{ video: { source, key, startsAt: 90 } }])
  const wrong = await teacher.request('POST', `/api/playlists/${playlistId}/courses`, {
    items: [{ source, key, startsAt: 2 ** 40, title: 'The bunny' }],
  })
  expect(wrong.statusCode).toBe(400)
})
