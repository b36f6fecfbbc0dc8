/** What a user typed stays in the browser until it is saved, discarded or the user logs out. */
import type { BrowserContext, Page } from '@playwright/test'
import { pictureFile } from './account-forms.ts'
import { expect, logInAs, test } from './accounts.ts'
import { prepareScene, type Scene, SURFACES, type Surface } from './draft-surfaces.ts'
import { main, sideMenu, visit } from './screens.ts'

const ADD = '/teacher-dashboard/add-playlist'
const title = (page: Page) => page.getByLabel('Title', { exact: true })
const back = (page: Page) => page.getByText(/^Your draft from \d\d:\d\d is back\.$/)

/** The texts of all drafts in this browser. */
const drafts = (page: Page) =>
  page.evaluate(async () => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    const opening = indexedDB.open('lectern')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const reading = database.transaction('drafts').objectStore('drafts').getAll()
      reading.onsuccess = () => {
        database.close()
        resolve(reading.result)
      }
    }
    return (await promise).map((draft) => JSON.stringify(draft))
  })

test.use({ viewport: { width: 1280, height: 900 } })

async function openSurface(page: Page, { address, open, field }: Surface, scene: Scene): Promise<void> {
  await visit(page, address(scene))
  await open?.(page)
  await expect(field(page)).toBeVisible()
}

/** Opens the browser of one user, whose files stay when it is killed. */
async function openBrowser(launch: () => Promise<BrowserContext>): Promise<Page> {
  const context = await launch()
  return context.pages()[0] ?? context.newPage()
}

/** Ends the process of the browser without a chance to write anything. */
async function killBrowser(page: Page): Promise<void> {
  const context = page.context()
  const closed = context.waitForEvent('close')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Browser.crash').catch(() => undefined)
  await closed
}

for (const surface of SURFACES) {
  test(`${surface.name}: the text survives all that can happen to it`, async ({
    playwright,
    launchOptions,
    app,
    prepare,
  }, testInfo) => {
    const scene = await prepareScene(prepare)
    const writer = surface.writer(scene)
    const launch = () =>
      playwright.chromium.launchPersistentContext(testInfo.outputPath('browser'), {
        ...launchOptions,
        baseURL: app.url,
        viewport: { width: 1280, height: 900 },
      })
    let page = await openBrowser(launch)
    const field = () => surface.field(page)
    await logInAs(page, writer)
    await openSurface(page, surface, scene)
    const former = await field().inputValue()
    await field().fill('First half')
    await expect(page.getByText('Draft kept')).toBeVisible()

    await test.step('another tab of the browser is in front', async () => {
      const other = await page.context().newPage()
      await other.bringToFront()
      await page.bringToFront()
      await expect(field()).toHaveValue('First half')
      await other.close()
    })
    await test.step('leaving the page', async () => {
      await visit(page, '/about')
      await openSurface(page, surface, scene)
      await expect(field()).toHaveValue('First half')
    })
    await test.step('a reload', async () => {
      await page.reload()
      await surface.open?.(page)
      await expect(field()).toHaveValue('First half')
      await expect(back(page)).toBeVisible()
    })
    await test.step('a new tab', async () => {
      const tab = await page.context().newPage()
      await openSurface(tab, surface, scene)
      await expect(surface.field(tab)).toHaveValue('First half')
      await tab.close()
    })
    await test.step('two tabs', async () => {
      const tab = await page.context().newPage()
      await openSurface(tab, surface, scene)
      await surface.field(tab).fill('Second half')
      await expect.poll(async () => (await drafts(tab)).join('')).toContain('Second half')
      await field().fill('First half, and more')
      await tab.close()
      await page.reload()
      await surface.open?.(page)
      await expect(field()).toHaveValue('First half, and more')
      await page.getByRole('button', { name: 'Show it' }).click()
      await expect(field()).toHaveValue('Second half')
    })
    await test.step('a killed browser', async () => {
      await field().fill('Typed before the crash')
      await expect.poll(async () => (await drafts(page)).join('')).toContain('Typed before the crash')
      await killBrowser(page)
      page = await openBrowser(launch)
      await openSurface(page, surface, scene)
      await expect(field()).toHaveValue('Typed before the crash')
    })
    await test.step('an expired session', async () => {
      await field().fill('Typed before the session ended')
      await writer.call('auth.logout')
      await visit(page, surface.address(scene))
      await expect(page).toHaveURL(/\/login/)
      await logInAs(page, await (writer === scene.admin ? prepare.admin() : prepare.login(writer)))
      await openSurface(page, surface, scene)
      await expect(field()).toHaveValue('Typed before the session ended')
    })
    await test.step('Discard', async () => {
      await page.getByRole('button', { name: 'Discard', exact: true }).first().click()
      await expect.poll(async () => (await drafts(page)).join('')).not.toContain('before the session')
      await expect
        .poll(async () => ((await field().isVisible()) ? field().inputValue() : former))
        .not.toBe('Typed before the session ended')
    })
    await page.context().close()
  })
}

test('a picked image is kept with the text, and leaving asks nothing', async ({ page, prepare }) => {
  await logInAs(page, await prepare.member('Teacher'))
  await visit(page, ADD)
  await title(page).fill('Half a playlist')
  await page.getByLabel('Category').selectOption('music')
  await page.getByLabel('Playlist image').setInputFiles(await pictureFile('cover.jpg', '#0b7a74'))
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/teacher-dashboard')
  await visit(page, ADD)
  await expect(back(page)).toBeVisible()
  await expect(title(page)).toHaveValue('Half a playlist')
  await expect(page.getByLabel('Category')).toHaveValue('music')
  await expect(page.getByText('cover.jpg')).toBeVisible()
})

test('a log-out names and deletes the drafts', async ({ page, prepare }) => {
  await logInAs(page, await prepare.member('Teacher'))
  await visit(page, ADD)
  await title(page).fill('Nobody else’s')
  await expect(page.getByText('Draft kept')).toBeVisible()
  await sideMenu(page).getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('1 draft in this browser will be deleted.')
  await page.getByRole('button', { name: 'Yes, log me out!' }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => drafts(page)).toEqual([])
  await logInAs(page, await prepare.member('Teacher'))
  await visit(page, ADD)
  await expect(title(page)).toHaveValue('')
})

test('a saved playlist leads on, and its draft is gone', async ({ page, prepare }) => {
  const { id, title: name, teacher } = await prepare.publish(await prepare.member('Teacher'))
  await logInAs(page, teacher)
  await visit(page, `/teacher-dashboard/edit-playlist/${id}`)
  await title(page).fill(`${name} again`)
  await page.getByRole('button', { name: 'Update Playlist' }).click()
  await expect(page).toHaveURL('/teacher-dashboard')
  await expect.poll(() => drafts(page)).toEqual([])
})

test('“Next video” has its own draft of a comment', async ({ page, prepare }) => {
  const { id, courses } = await prepare.publish(await prepare.member('Teacher'), {
    courses: [{}, { title: 'Second' }],
  })
  await logInAs(page, await prepare.member('Student'))
  await visit(page, `/watch-video/${id}/${courses[0]?._id}`)
  const field = page.getByLabel('Add a comment')
  await field.fill('Half a')
  await main(page).getByRole('link', { name: 'Next video: Second' }).click()
  await expect(page.getByRole('heading', { name: 'Second', level: 1 })).toBeVisible()
  await expect(field).toHaveValue('')
  await page.goBack()
  await expect(field).toHaveValue('Half a')
})

test('a profile keeps its text, never a password', async ({ page, prepare }) => {
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await visit(page, `/update-user/${student.id}`)
  for (const name of ['Old password', 'New password', 'Confirm password'])
    await page.getByLabel(name).fill('a-secret-of-mine')
  await page.getByLabel('Name').fill('Somebody Renamed')
  await expect.poll(async () => (await drafts(page)).join('')).toContain('Somebody Renamed')
  expect((await drafts(page)).join('')).not.toContain('a-secret-of-mine')
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Somebody Renamed')
  await expect(page.getByLabel('Old password')).toHaveValue('')
})

test('what somebody else has saved meanwhile stands beside the own text', async ({ page, prepare }) => {
  const { id, teacher } = await prepare.publish(await prepare.member('Teacher'))
  await logInAs(page, teacher)
  await visit(page, `/teacher-dashboard/edit-playlist/${id}`)
  await title(page).fill('My knots')
  await teacher.call('playlists.update', { params: { playlistId: id }, body: { title: 'Their knots' } })
  await page.getByRole('button', { name: 'Update Playlist' }).click()
  const both = page.getByRole('region', { name: 'Saved meanwhile' })
  await expect(both).toContainText('My knots')
  await expect(both).toContainText('Their knots')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Update Playlist' }).click()
  await expect(page).toHaveURL('/teacher-dashboard')
  expect((await teacher.call('playlists.get', { params: { playlistId: id } })).title).toBe('My knots')
})

test('a browser that refuses storage says so, and asks before the page is left', async ({
  page,
  prepare,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Not allowed', 'SecurityError')
    }
  })
  await logInAs(page, await prepare.member('Teacher'))
  await visit(page, ADD)
  await title(page).fill('Half a playlist')
  await expect(page.getByText('This browser keeps no drafts. Save before you leave.')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Leave this page?' })).toBeVisible()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/teacher-dashboard')
})
