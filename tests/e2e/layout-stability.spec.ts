import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { expect, logInAs, type Member, test } from './accounts.ts'
import { shiftsOf, totalOf, watchShifts } from './layout-shift.ts'

const LIMIT = 0.01

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/**
 * Holds the calls of each document until it is released. Playwright's own routes would turn off the browser's cache, and then each
 * screen compiles all scripts again.
 */
const HOLD = `{
  const { promise, resolve } = Promise.withResolvers()
  const send = window.fetch
  window.releaseCalls = resolve
  window.fetch = async (...input) => {
    if (/\\/api\\/(?!docs)/.test(input[0].url ?? input[0])) await promise
    return send(...input)
  }
}`

const WIDTHS = [1440, 390]

/** Opens each screen at each width. */
async function expectStillness(page: Page, person: Member, paths: readonly string[]): Promise<void> {
  await watchShifts(page)
  await page.addInitScript({ content: HOLD })
  await logInAs(page, person)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of paths) {
      await page.goto(path)
      await page.evaluate('window.releaseCalls()')
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      const shifts = await shiftsOf(page)
      expect
        .soft(totalOf(shifts), `${path} at ${width} px: ${JSON.stringify(shifts)}`)
        .toBeLessThanOrEqual(LIMIT)
    }
  }
}

test.describe('nothing moves when the content of screens arrives late', () => {
  test.beforeEach(() => test.setTimeout(240_000))

  test('for a student', async ({ page, prepare }) => {
    const teacher = await prepare.member('Teacher')
    const student = await prepare.member('Student')
    const { id, courses } = await prepare.publish(teacher, { courses: [{}, {}] })
    await expectStillness(page, student, [
      '/',
      '/about',
      '/courses',
      '/teachers',
      `/playlist-details/${id}`,
      `/teacher-profile/${teacher.id}`,
      `/profile/${student.id}`,
      `/update-user/${student.id}`,
      '/account/notifications',
      `/watch-video/${id}/${courses[0]?._id}`,
      `/user-saved-playlist/${student.id}`,
    ])
  })

  test('for a teacher', async ({ page, prepare }) => {
    const teacher = await prepare.member('Teacher')
    const { id, courses } = await prepare.publish(teacher, { courses: [{}, {}] })
    await expectStillness(page, teacher, [
      '/teacher-dashboard',
      '/teacher-dashboard/add-playlist',
      '/teacher-dashboard/add-course',
      `/teacher-dashboard/table-course?playlist=${id}`,
      `/teacher-dashboard/edit-playlist/${id}`,
      `/teacher-dashboard/edit-course/${id}/${courses[0]?._id}`,
      '/teacher-dashboard/analytics',
      `/teacher-dashboard/analytics/${id}`,
      `/teacher-dashboard/analytics/${id}/${courses[0]?._id}`,
    ])
  })

  test('for an admin', async ({ page, prepare }) => {
    const { id, courses } = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
    await expectStillness(page, await prepare.admin(), [
      '/admin',
      '/admin/courses-admin',
      '/admin/teachers',
      '/admin/category',
      `/admin/playlist-view/${id}`,
      `/admin/course-view/${id}/${courses[0]?._id}`,
    ])
  })
})

/** A proxy that stops in the middle of a page until it is released; all other requests pass. */
async function slowLineTo(site: string) {
  const goOn = Promise.withResolvers<void>()
  const pass = async ({ url = '/', headers }: IncomingMessage, response: ServerResponse) => {
    const answer = await fetch(`${site}${url}`, { headers: { accept: headers.accept ?? '*/*' } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const passedOn = ['content-type', 'content-security-policy'].flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    response.writeHead(answer.status, Object.fromEntries(passedOn))
    const middle = bytes.indexOf('</li>') + 1
    if (url === '/') {
      response.write(bytes.subarray(0, middle))
      await goOn.promise
    }
    response.end(url === '/' ? bytes.subarray(middle) : bytes)
  }
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The slow line has no port.')
  return { url: `http://127.0.0.1:${address.port}/`, goOn: goOn.resolve, stop: () => server.close() }
}

test('the browser does not paint half a page', async ({ browser, app }) => {
  const line = await slowLineTo(app.url)
  // A context without the console watch, because the proxy is another origin than the site.
  const page = await browser.newPage()
  await page.goto(line.url, { waitUntil: 'commit' })
  await page.waitForFunction(
    () => document.querySelector('li') !== null && document.styleSheets.length > 0,
    undefined,
    { polling: 20 },
  )
  await page.evaluate(() => {
    requestAnimationFrame(() => {
      Reflect.set(window, 'wasWhole', document.getElementById('root')?.nextSibling !== null)
    })
  })
  // Waits as long as a few frames would take.
  for (let answers = 0; answers < 50; answers += 1) await page.evaluate(() => document.readyState)
  expect(await page.evaluate(() => Reflect.get(window, 'wasWhole'))).toBeUndefined()
  line.goOn()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'wasWhole'))).toBe(true)
  await page.close()
  line.stop()
})
