/** Films as people have them, in a real player. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  browserRecording,
  film,
  joined,
  stillWithTalk,
  tone,
  withSecondTrackAsDefault,
} from '#tests/drawn-films.ts'
import { expect, logInAs, test } from './accounts.ts'
import { advances, played, readyFile } from './films.ts'
import { main, visit } from './screens.ts'
import { watchPath } from './watching.ts'

/** Films are prepared on a machine that may be busy. */
test.describe.configure({ timeout: 400_000 })

const SECONDS = 8
const KINDS: { what: string; file: () => Buffer }[] = [
  { what: 'one still picture and a talk', file: () => stillWithTalk(SECONDS) },
  { what: 'two recordings whose clock jumps', file: () => joined(50_000, SECONDS / 2) },
  { what: 'a recording of a browser', file: () => browserRecording(SECONDS) },
  { what: 'a second track of sound', file: () => withSecondTrackAsDefault(SECONDS) },
]

function pathOf(file: Buffer): string {
  const path = join(tmpdir(), `lectern-kind-${file.length}`)
  writeFileSync(path, file)
  return path
}

const play = (page: Page) =>
  main(page)
    .getByRole('button', { name: /^Play video/ })
    .click()

test('films of all kinds play with picture and sound', async ({ page, prepare, app }) => {
  const teacher = await prepare.member('Teacher')
  const picture = ['-f', 'lavfi', '-i', `color=c=0x00ff00:s=320x180:r=10:d=${SECONDS}`]
  const green = film('green.mkv', [...picture, '-c:v', 'libx264rgb', '-preset', 'ultrafast', '-crf', '0'])
  const talk = film('talk.mp3', tone(SECONDS))
  const files = [...KINDS.map(({ file }) => file()), talk, green]
  const links = await Promise.all(files.map((file) => readyFile(app, teacher, pathOf(file))))
  const published = await prepare.publish(teacher, { courses: links.map((videoLink) => ({ videoLink })) })
  await logInAs(page, await prepare.member('Student'))
  const start = async (index: number) => {
    await visit(page, watchPath(published, index))
    await play(page)
  }
  for (const [index, { what }] of KINDS.entries()) {
    await test.step(what, async () => {
      await start(index)
      await advances(page)
    })
  }
  await test.step('sound alone, under the picture of its course', async () => {
    await start(KINDS.length)
    await expect(page.locator('video')).toHaveAttribute('poster', /\/(?:media|art)\//)
    await expect.poll(async () => (await played(page)).at).toBeGreaterThan(1)
    const before = await played(page)
    await expect.poll(async () => (await played(page)).sound).toBeGreaterThan(before.sound)
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(0)
  })
  await test.step('a screen recording in RGB, which keeps its green', async () => {
    await start(KINDS.length + 1)
    await expect.poll(async () => (await played(page)).pictures).toBeGreaterThan(2)
    const [red = 255, greenPart = 0, blue = 255] = await page
      .locator('video')
      .evaluate((video: HTMLVideoElement) => {
        const pen = Object.assign(document.createElement('canvas'), { width: 8, height: 8 }).getContext('2d')
        pen?.drawImage(video, 0, 0, 8, 8)
        return [...(pen?.getImageData(4, 4, 1, 1).data ?? [])]
      })
    expect(greenPart).toBeGreaterThan(245)
    expect(Math.max(red, blue)).toBeLessThan(16)
  })
})

test('a teacher reads why a video failed and has it tried again', async ({ page, prepare, allowConsole }) => {
  // A file that is refused at once can have no draft.
  allowConsole(/status of 400/)
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher, { courses: [] })
  await logInAs(page, teacher)
  await visit(page, `/teacher-dashboard/build/${id}/add?tab=files`)
  // It begins as a film does, so that it is sent.
  const buffer = Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isomThese are my notes.')
  await page.locator('input[type=file]').setInputFiles({ name: 'notes.mp4', mimeType: 'video/mp4', buffer })
  const fault = 'This file is not a video we can read. Save it as MP4 (H.264) and upload that file.'
  await expect(main(page).getByRole('alert')).toHaveText(fault)
  const retried = page.waitForResponse(/\/retry$/)
  await main(page).getByRole('button', { name: 'Try again notes.mp4' }).click()
  expect((await retried).status()).toBe(200)
  await expect(main(page).getByRole('alert')).toHaveText(fault)
})
