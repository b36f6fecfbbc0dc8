/** What a user typed stays in the browser until it is saved, discarded or the user logs out. */
import type { BrowserContext, Page } from '@playwright/test'
import { pictureFile } from './account-forms.ts'
import { expect, logInAs, test } from './accounts.ts'
import { prepareScene, type Scene, SURFACES, type Surface, WRITERS } from './draft-surfaces.ts'
import { main, sideMenu, visit } from './screens.ts'

const ADD = '/teacher-dashboard/add-playlist'
const title = (page: Page) => page.getByLabel('Title', { exact: true })
const back = (page: Page) => page.getByText(/^Your draft from \d\d:\d\d is back\.$/)

/** The texts of all drafts in this browser. */
const drafts = (page: Page) =>
  page.evaluate(async () => {
    // To open it would create it, without its store.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'lectern')) return []
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

const expectStored = (page: Page, text: string) =>
  expect.poll(async () => (await drafts(page)).join('')).toContain(text)

/** A text that differs from those of the other surfaces. */
const textIn = ({ name }: Surface) => `Typed in ${name}`

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

for (const writer of WRITERS) {
  test(`what the ${writer} types survives a killed browser, other tabs and an expired session`, async ({
    playwright,
    launchOptions,
    app,
    prepare,
  }, testInfo) => {
    const scene = await prepareScene(prepare)
    const surfaces = SURFACES.filter((surface) => surface.writer === writer)
    const launch = () =>
      playwright.chromium.launchPersistentContext(testInfo.outputPath('browser'), {
        ...launchOptions,
        baseURL: app.url,
        viewport: { width: 1280, height: 900 },
      })
    let page = await openBrowser(launch)
    await logInAs(page, scene[writer])
    for (const surface of surfaces) {
      await openSurface(page, surface, scene)
      await surface.field(page).fill(textIn(surface))
      await expect(page.getByText('Draft kept').first()).toBeVisible()
      await expectStored(page, textIn(surface))
    }
    await killBrowser(page)
    page = await openBrowser(launch)
    // Chromium writes local storage, which has the session, later than IndexedDB.
    await logInAs(page, scene[writer])
    for (const surface of surfaces) {
      await openSurface(page, surface, scene)
      await expect(surface.field(page)).toHaveValue(textIn(surface))
      await expect(back(page).first()).toBeVisible()
    }

    const [first] = surfaces
    if (!first) throw new Error(`The ${writer} types nowhere.`)
    await openSurface(page, first, scene)
    const tab = await page.context().newPage()
    await openSurface(tab, first, scene)
    await expect(first.field(tab)).toHaveValue(textIn(first))
    await first.field(tab).fill('Typed in the other tab')
    await expectStored(tab, 'Typed in the other tab')
    await first.field(page).fill('Typed in this tab')
    await expectStored(page, 'Typed in this tab')
    await tab.close()
    await page.reload()
    await first.open?.(page)
    await expect(first.field(page)).toHaveValue('Typed in this tab')
    await page.getByRole('button', { name: 'Show it' }).click()
    await expect(first.field(page)).toHaveValue('Typed in the other tab')

    await scene[writer].call('auth.logout')
    await visit(page, first.address(scene))
    await expect(page).toHaveURL(writer === 'admin' ? '/' : /\/login/)
    await logInAs(page, await (writer === 'admin' ? prepare.admin() : prepare.login(scene[writer])))
    for (const surface of surfaces.slice(1)) {
      await openSurface(page, surface, scene)
      await expect(surface.field(page)).toHaveValue(textIn(surface))
    }

    await visit(page, '/about')
    const { length } = await drafts(page)
    await sideMenu(page).getByRole('button', { name: 'Log Out' }).click()
    const kept = `${length} drafts in this browser will be deleted.`
    await expect(page.getByRole('alertdialog')).toContainText(kept)
    await page.getByRole('button', { name: 'Yes, log me out!' }).click()
    await expect(page).toHaveURL('/')
    await expect.poll(() => drafts(page)).toEqual([])
    await page.context().close()
  })
}

test('another account in the same browser finds no drafts', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  await logInAs(page, teacher)
  await visit(page, ADD)
  await title(page).fill('Nobody else’s')
  await expectStored(page, 'Nobody else’s')
  await teacher.call('auth.logout')
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  const other = await prepare.member('Teacher')
  await page.getByLabel('Email').fill(other.email)
  await page.getByLabel('Password', { exact: true }).fill(other.password)
  await main(page).getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(ADD)
  await expect(title(page)).toHaveValue('')
  await expect.poll(() => drafts(page)).toEqual([])
})

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

test('what somebody else has saved meanwhile stands beside the own text', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/409 \(Conflict\)/)
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
