/** A server that is stopped, restarted or updated while somebody uses the site. */
import type { Page } from '@playwright/test'
import { expect, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { fakeVideo } from './fake-video.ts'
import { heading, main, visit } from './screens.ts'
import { startVideo, watchPath } from './watching.ts'

const LOST = 'The connection was lost.'

const bar = (page: Page) => page.getByRole('region', { name: 'Connection' })
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

/** Refuses every request to the site, as a stopped server does. Returns what starts it again. */
async function stopServer(page: Page, url: string): Promise<() => Promise<void>> {
  const address = `${url}/**`
  await page.route(address, (route) => route.abort('connectionrefused'))
  return () => page.unroute(address)
}

const CONTACT = '**/assets/contact-*.js'
/** The script of this screen fails, as in a short loss of the connection. */
const removeContact = (page: Page) => page.route(CONTACT, (route) => route.fulfill({ status: 404 }))

/** The site has a new version, without any script of this page. */
const removeScripts = (page: Page) => page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))

/** A page that was loaded since has no mark. */
const mark = (page: Page) => page.evaluate(() => Reflect.set(window, 'marked', true))
const isMarked = (page: Page) => page.evaluate(() => Reflect.has(window, 'marked'))

test.use({ viewport: { width: 1280, height: 800 } })
test.beforeEach(({ allowConsole }) =>
  allowConsole(/ERR_CONNECTION_REFUSED|dynamically imported module|preload assets|preload CSS|status of 404/),
)

test('without a server a link stays on the page and its video plays on; it leads on when the server is back', async ({
  page,
  app,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const video = await startVideo(page, await prepare.member('Student'), watchPath(published))
  await page.getByRole('button', { name: 'Toggle side menu' }).click()
  const start = await stopServer(page, app.url)
  await link(page, 'Contact Us').click()
  await expect(bar(page).getByRole('alert')).toHaveText(LOST)
  expect(await violationsIn(page, undefined)).toEqual([])
  await expect(page).toHaveURL(watchPath(published))
  await video.run(5)
  expect(await video.state()).toMatchObject({ playing: true })
  await bar(page).getByRole('button', { name: 'Try again' }).click()
  await expect(bar(page).getByRole('button', { name: 'Try again' })).toBeEnabled()
  await expect(bar(page)).toContainText(LOST)

  await start()
  await bar(page).getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Contact Us')).toBeVisible()
  await expect(page).toHaveURL('/contact')
  await expect(bar(page)).toHaveCount(0)
})

test('the server is asked again without a press, and lists that were not loaded appear then', async ({
  page,
  app,
  prepare,
}) => {
  const { title } = await prepare.publish(await prepare.member('Teacher'))
  await page.clock.install()
  await visit(page, '/courses')
  const start = await stopServer(page, app.url)
  await page.getByRole('button', { name: 'science', exact: true }).click()
  // The list is requested three times.
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(bar(page)).toContainText(LOST, { timeout: 100 })
  }).toPass()
  await expect(main(page).getByRole('heading', { name: LOST })).toBeVisible()
  await start()
  await page.clock.runFor(5000)
  await expect(heading(page, title)).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})

test('after an update, and when its script failed, a link loads its page from the server', async ({
  page,
}) => {
  await test.step('after an update', async () => {
    await visit(page, '/about')
    await mark(page)
    await removeContact(page)
    await page.route('**/contact', async (route) => {
      await page.unroute(CONTACT)
      await route.fallback()
    })
    const loaded = page.waitForRequest((request) => request.isNavigationRequest())
    await link(page, 'Contact Us').click()
    expect(new URL((await loaded).url()).pathname).toBe('/contact')
    await expect(heading(page, 'Contact Us')).toBeVisible()
    expect(await isMarked(page)).toBe(false)
  })
  await test.step('though the page was just reloaded', async () => {
    await visit(page, '/about')
    await page.evaluate(() => sessionStorage.setItem('reloadedAt', String(Date.now())))
    await removeContact(page)
    const loaded = page.waitForRequest((request) => request.isNavigationRequest())
    await link(page, 'Contact Us').click()
    expect(new URL((await loaded).url()).pathname).toBe('/contact')
  })
})

test('while a video plays, an updated page waits for “Reload” or the end of the video, and never for a stopped server', async ({
  page,
  app,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}, {}] })
  const student = await prepare.member('Student')
  await test.step('a part failed, and the server stops before the press on Reload', async () => {
    await startVideo(page, student, watchPath(published, 1))
    await page.getByRole('button', { name: 'Toggle side menu' }).click()
    await removeContact(page)
    await link(page, 'Contact Us').click()
    await expect(bar(page).getByRole('alert')).toHaveText('This site was updated.')
    await expect(page).toHaveURL(watchPath(published, 1))
    await page.unroute(CONTACT)
    const start = await stopServer(page, app.url)
    await bar(page).getByRole('button', { name: 'Reload' }).click()
    await expect(bar(page)).toContainText(LOST)
    expect(await fakeVideo(page).state()).toMatchObject({ playing: true })
    await start()
    await bar(page).getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'Contact Us')).toBeVisible()
  })
  await test.step('the site was updated', async () => {
    await startVideo(page, student, watchPath(published))
    await page.getByRole('button', { name: 'Toggle side menu' }).click()
    await mark(page)
    await removeScripts(page)
    await link(page, 'Contact Us').click()
    await expect(bar(page).getByRole('alert')).toHaveText('This site was updated.')
    await expect(bar(page).getByRole('button', { name: 'Reload' })).toBeVisible()
    expect(await fakeVideo(page).state()).toMatchObject({ playing: true })
    expect(await isMarked(page)).toBe(true)
    await page.unrouteAll()
    await fakeVideo(page).run(200)
    await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
    await expect(page).toHaveURL(watchPath(published))
    await expect(main(page).getByRole('button', { name: /^Watch the rest/ })).toBeVisible()
  })
})
