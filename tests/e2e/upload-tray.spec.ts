/** Files that go on while the teacher is elsewhere, and after the page was closed. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, logInAs, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { drawClip } from './clips.ts'
import { main, visit } from './screens.ts'

const TITLES = ['Closures', 'Modules', 'Promises', 'Scopes', 'Types']
const MEGABYTE = 1024 ** 2
const addPath = (id: string) => `/teacher-dashboard/build/${id}/add?tab=files`
const tray = (page: Page) =>
  page.getByRole('region', { name: /files?/ }).filter({ has: page.getByRole('list') })

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

/** Files of 20 MB in the page's own file system, and a picker that gives their handles as Chromium's does. */
async function givePicker(page: Page, start: Buffer): Promise<void> {
  await page.evaluate(
    async ({ titles, beginning, rest }) => {
      const folder = await navigator.storage.getDirectory()
      const handles = await Promise.all(
        titles.map(async (title) => {
          const handle = await folder.getFileHandle(`${title.toLowerCase()}.mp4`, { create: true })
          const writable = await handle.createWritable()
          await writable.write(new Uint8Array(beginning))
          await writable.write(new Uint8Array(rest))
          await writable.close()
          return handle
        }),
      )
      Object.assign(window, { showOpenFilePicker: async () => handles })
    },
    { titles: TITLES, beginning: [...start], rest: 20 * MEGABYTE },
  )
}

test('five files go on after the page was closed, without choosing, into their playlist', async ({
  page,
  prepare,
}) => {
  test.slow()
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher, { courses: [] })
  const other = await prepare.publish(teacher, { courses: [] })
  const start = readFileSync(drawClip({ name: 'start.mp4', seconds: 1 })).subarray(0, 4096)
  await logInAs(page, teacher)
  await visit(page, addPath(id))
  await givePicker(page, start)
  await holdParts(page)
  await main(page).getByText('Drop videos here').click()
  await expect(tray(page)).toContainText('Uploading 5 of 5 files')
  await expect(tray(page).getByText(/^40 %/).first()).toBeVisible()

  await test.step('other screens show the tray, and a phone can use it', async () => {
    await page.getByRole('link', { name: 'About' }).first().click()
    await expect(page).toHaveURL(/about/)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(tray(page)).toBeVisible()
    expect(await violationsIn(page, undefined)).toEqual([])
  })
  const later = await page.context().newPage()
  await page.close({ runBeforeUnload: false })
  await visit(later, addPath(other.id))
  await expect
    .poll(
      async () => {
        const { courses } = await teacher.call('playlists.get', { params: { playlistId: id } })
        return courses.map(({ videoTitle }) => videoTitle).toSorted()
      },
      { timeout: 120_000 },
    )
    .toEqual(TITLES)
  const { courses } = await teacher.call('playlists.get', { params: { playlistId: other.id } })
  expect(courses).toEqual([])
})

test('without handles one choice continues all files', async ({ page, prepare }) => {
  const films = ['one.mp4', 'two.mp4'].map((name) =>
    drawClip({ name, seconds: 20, size: '320x180', bitrate: '4500k' }),
  )
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
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/courses')
  await letGo()
  await expect(tray(page)).toContainText('Choose the same 2 files again to continue.')
  const chosen = page.waitForEvent('filechooser')
  await tray(page).getByRole('button', { name: 'Choose files' }).click()
  await (await chosen).setFiles(films)
  await expect
    .poll(async () => (await teacher.call('playlists.get', { params: { playlistId: id } })).courses.length)
    .toBe(2)
})
