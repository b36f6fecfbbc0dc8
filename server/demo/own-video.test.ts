import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { drawCover } from '#server/features/media/cover-art.ts'
import { openTestApp } from '#server/test-app.ts'
import { WITH_FFMPEG } from '#server/test-videos.ts'
import { readAccounts } from './accounts.ts'
import { readContent } from './content.ts'
import { drawLesson, LESSON } from './lesson/box-lesson.ts'
import { seedDemoOnNewSite } from './new-site.ts'
import { drawDemoVideo } from './own-video.ts'
import type { drawPictures } from './pictures.ts'

const LONG = 240_000
/** Drawing and preparing the whole lesson takes a minute. */
const SECONDS = 3
const TITLE = 'Every element is a box'
/** The second part of it, as a video of its own. */
const PART = 'From the inside out'

/** One picture for everything, because all of them take long to draw. */
const drawOne: typeof drawPictures = async (images, { people, playlists }) => {
  const name = await images.saveDrawing(drawCover('demo', 'science'), { kind: 'cover' })
  const covers = playlists.flatMap(({ title, courses }) => [
    title,
    ...courses.map((course) => `${title}/${course.title}`),
  ])
  return new Map([...people.map(({ key }) => key), ...covers].map((key) => [key, name]))
}

test('the demo draws a video of its own, with captions in two languages that the search finds', {
  timeout: LONG,
}, async () => {
  const testApp = await openTestApp({ environment: WITH_FFMPEG })
  const { db, images, folder, context } = testApp
  const config = readConfig({ DATA_DIR: folder, ...WITH_FFMPEG })
  drawDemoVideo(context, { config, seconds: SECONDS })
  await seedDemoOnNewSite({ db, images, config, say: () => undefined, draw: drawOne })
  const origin = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const account = readAccounts(folder)?.accounts.find(({ role }) => role === 'Student')
  const { token } = (await testApp.request('POST', '/api/auth/login', account)).json()
  const headers = { authorization: `Bearer ${token}` }
  const read = async (path: string) => (await testApp.app.inject({ url: path, headers })).json()

  const { videos } = await read('/api/search/moments?q=padding%20edge')
  const titles = videos.map((video: { course: { videoTitle: string } }) => video.course.videoTitle)
  expect(titles.toSorted()).toEqual([TITLE, PART])
  const { course, playlist } = videos[titles.indexOf(TITLE)]
  const address = `/api/courses/${playlist._id}/${course._id}`
  // It is there at once, and says that it is being prepared until it plays.
  expect((await read(address)).video).toEqual({ source: 'upload', key: expect.any(String) })

  await context.jobs.runDue()
  const watched = await read(address)
  expect(watched).toMatchObject({
    durationSeconds: SECONDS,
    captions: [{ language: 'de' }, { language: 'en' }],
    chapters: [{ at: 0 }, { at: 13 }, { at: 31 }],
    video: { storyboard: { sheets: 1 } },
  })
  const master = await (await fetch(origin + watched.video.master)).text()
  expect(master).toContain('720p/index.m3u8')
  expect(master).toContain('mp4a')
  const segment = watched.video.master.replace('master.m3u8', '720p/00000.m4s')
  expect((await fetch(origin + segment)).status).toBe(200)
  expect(await db.selectFrom('uploads').select('id').execute()).toEqual([])
  const part = videos[titles.indexOf(PART)]
  expect(await read(`/api/courses/${part.playlist._id}/${part.course._id}`)).toMatchObject({
    durationSeconds: SECONDS,
    captions: [{ language: 'de' }, { language: 'en' }],
    video: { storyboard: { width: 320, height: 180, columns: 5, rows: 5 } },
  })
})

test('without ffmpeg, the demo has no video of its own and no captions of it', () => {
  const titles = (hasFfmpeg: boolean) =>
    readContent({ hasFfmpeg }).playlists.flatMap(({ courses }) => courses.map(({ title }) => title))
  expect(titles(true)).toContain(TITLE)
  expect(titles(false)).not.toContain(TITLE)
  expect(readContent({ hasFfmpeg: false }).captions.map(({ course }) => course)).not.toContain(TITLE)
})

test('every second of the lesson can be drawn, in the size of the film', async () => {
  const { images } = await openTestApp()
  for (let second = 0; second < LESSON.seconds; second += 1) {
    const { data } = await images.draw(drawLesson(second))
    expect(data.length, `second ${second}`).toBe(LESSON.width * LESSON.height * 4)
  }
})
