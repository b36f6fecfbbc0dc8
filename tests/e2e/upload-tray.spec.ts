/** Files that go on while the teacher is elsewhere, and after the page was closed. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { CHECKLIST_FAILED, filesFailed } from '#contract/review/review-messages.ts'
import { expect, logInAs, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { drawClip } from './clips.ts'
import { main, sideMenu, visit } from './screens.ts'

const BROKEN = ['Closures', 'Modules']
const TITLES = [...BROKEN, 'Promises', 'Scopes', 'Types']
const BYTES = 20 * 1024 ** 2
const PHONE = { width: 390, height: 844 }
const addPath = (id: string) => `/teacher-dashboard/build/${id}/add?tab=files`
const tray = (page: Page) =>
  page.getByRole('region', { name: /^(Uploading|Preparing) |file.* (stopped|failed|ready)$/ })

/** Holds every part after the first of each file until it is let go. */
async function holdParts(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/uploads/*', async (route) => {
    const isLater = route.request().method() === 'PATCH' && route.request().headers()['upload-offset'] !== '0'
    if (isLater) await held.promise
    // The page may be closed by now.
    await route.continue().catch(() => undefined)
  })
  return async () => {
    held.resolve()
    await page.unroute('**/api/uploads/*')
  }
}

/** Files of 20 MB in the page's own file system, two of them broken, and a picker that gives their handles as Chromium's does. */
async function givePicker(page: Page): Promise<void> {
  const clip = [...readFileSync(drawClip({ name: 'clip.mp4', seconds: 1, size: '160x90' }))]
  const files = TITLES.map((title) => ({ title, isBroken: BROKEN.includes(title) }))
  await page.evaluate(
    async ({ files: all, bytes, content }) => {
      const folder = await navigator.storage.getDirectory()
      const handles = await Promise.all(
        all.map(async ({ title, isBroken }) => {
          const handle = await folder.getFileHandle(`${title.toLowerCase()}.mp4`, { create: true })
          const start = new Uint8Array(isBroken ? content.slice(0, 4096) : content)
          // MP4 has empty boxes to skip.
          const box = new Uint8Array(bytes - start.length)
          new DataView(box.buffer).setUint32(0, box.length)
          box.set(new TextEncoder().encode('free'), 4)
          const writable = await handle.createWritable()
          await writable.write(start)
          await writable.write(box)
          await writable.close()
          return handle
        }),
      )
      Object.assign(window, { showOpenFilePicker: async () => handles })
    },
    { files, bytes: BYTES, content: clip },
  )
}

test('five files go on after the page was closed, without choosing, and those that fail block a submission', async ({
  page,
  prepare,
  allowConsole,
}) => {
  test.slow()
  // A page that is closed in the middle of its work reports an error without a text.
  allowConsole(/^uncaught: $/)
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher, { courses: [] })
  const other = await prepare.publish(teacher, { courses: [] })
  const titlesIn = async (playlistId: string) =>
    (await teacher.call('playlists.get', { params: { playlistId } })).courses
      .map(({ videoTitle }) => videoTitle)
      .toSorted()
  await logInAs(page, teacher)
  await visit(page, addPath(id))
  await givePicker(page)
  await holdParts(page)
  await main(page).getByText('Drop videos here').click()
  await expect(tray(page)).toContainText('Uploading 5 of 5 files')
  await expect(tray(page).getByText(/^40 %/).first()).toBeVisible()

  await test.step('other screens show the tray, and a phone can use it', async () => {
    await sideMenu(page).getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL(/about/)
    await page.setViewportSize(PHONE)
    await expect(tray(page)).toBeVisible()
    expect(await violationsIn(page, undefined)).toEqual([])
  })
  const later = await page.context().newPage()
  await test.step('another tab leaves them to this one, until it is closed', async () => {
    await visit(later, addPath(other.id))
    await expect(main(later).getByText('Drop videos here')).toBeVisible()
    await expect(tray(later)).toHaveCount(0)
    await page.close({ runBeforeUnload: false })
    await later.reload()
    await expect.poll(() => titlesIn(id)).toEqual(TITLES)
    expect(await titlesIn(other.id)).toEqual([])
  })
  await test.step('the tray stays, because two have failed', async () => {
    await expect(tray(later)).toContainText('2 of 5 files failed')
    await tray(later).getByRole('link', { name: 'Open Closures' }).click()
    await expect(later).toHaveURL(new RegExp(`build/${id}`))
  })
  await test.step('they block the submission by name', async () => {
    await visit(later, `/teacher-dashboard/build/${id}`)
    const inAnyOrder = [BROKEN, BROKEN.toReversed()].map((titles) =>
      main(later).getByText(filesFailed(titles)),
    )
    await expect(inAnyOrder.reduce((one, other) => one.or(other))).toBeVisible()
    await expect(main(later).getByText('File failed').first()).toBeVisible()
    await expect(
      teacher.call('review.submitPlaylist', { params: { playlistId: id }, body: {} }),
    ).rejects.toThrow(CHECKLIST_FAILED)
  })
})

test('without handles one choice continues all files', async ({ page, prepare }) => {
  const films = ['one.mp4', 'two.mp4'].map((name) =>
    drawClip({ name, seconds: 20, size: '320x180', bitrate: '4500k' }),
  )
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher, { courses: [] })
  await logInAs(page, teacher)
  await visit(page, addPath(id))
  const letGo = await holdParts(page)
  await main(page).locator('input[type=file]').setInputFiles(films)
  await expect(
    tray(page)
      .getByText(/^[4-9]\d %/)
      .first(),
  ).toBeVisible()
  const asked = page.waitForEvent('dialog')
  const leaving = page.goto('/courses')
  await (await asked).accept()
  await leaving
  await letGo()
  await expect(tray(page)).toContainText('Choose the same 2 files again to continue.')
  const chosen = page.waitForEvent('filechooser')
  await tray(page).getByRole('button', { name: 'Choose files' }).click()
  await (await chosen).setFiles(films)
  await expect
    .poll(async () => (await teacher.call('playlists.get', { params: { playlistId: id } })).courses.length)
    .toBe(2)
})
