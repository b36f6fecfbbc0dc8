/** From forty pasted links to a public playlist. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Locator, Page } from '@playwright/test'
import { pictureFile, toast } from './account-forms.ts'
import { test as base, expect, logInAs, type Member, unique } from './accounts.ts'
import { fakeVideo } from './fake-video.ts'
import { decision, item, openDesk, strip } from './review-desk.ts'
import { main, visit } from './screens.ts'
import { openTestApp } from './server.ts'
import type { WorkerFixtures } from './site.ts'

/** A video whose owner does not allow it to be played on other sites. */
const NOT_EMBEDDABLE = 'notallowed1'
const KEYS = Array.from({ length: 40 }, (_, index) => `video${String(index + 1).padStart(6, '0')}`)
const titleOf = (key: string) => `Lesson ${key.slice(-2)}`

/** Answers as oEmbed of YouTube does, and has no pictures. */
async function fakeOEmbed() {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const key = /v=([\w-]{11})/.exec(url.searchParams.get('url') ?? '')?.[1]
    if (url.pathname !== '/www.youtube.com/oembed' || key === undefined) return response.writeHead(404).end()
    if (key === NOT_EMBEDDABLE) return response.writeHead(401).end()
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ title: titleOf(key) }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

const test = base.extend<object, Pick<WorkerFixtures, 'app'>>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const outside = await fakeOEmbed()
      const app = await openTestApp({ OUTSIDE: 'on', OUTSIDE_STAND_IN: outside.origin })
      await use(app)
      await app.stop()
      outside.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
test.use({ viewport: { width: 1440, height: 900 } })

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const handle = (page: Page, title: string) => button(page, `Drag ${title}`)
const row = (page: Page, title: string) => page.locator('li').filter({ has: handle(page, title) })
const news = (page: Page) => main(page).getByRole('status')
const today = () => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(new Date())

async function addPlaylist(page: Page, title: string): Promise<void> {
  await visit(page, '/teacher-dashboard/add-playlist')
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Category').selectOption('science')
  await page.getByLabel('Playlist image').setInputFiles(await pictureFile('cover.jpg', '#2a7ac6'))
  await page
    .getByLabel('Description')
    .fill(
      'Forty short lessons in the order in which they build on each other, with an exercise at the end of each.',
    )
  await button(page, 'Save as draft').click()
  await expect(toast(page, 'Saved as a draft. Only you and admins can see it.')).toBeVisible()
}

async function pasteLinks(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add your first video' }).click()
  const lines = [...KEYS, NOT_EMBEDDABLE].map((key) => `https://youtu.be/${key}`)
  await page
    .getByLabel('Paste one YouTube or Vimeo link per line.')
    .fill([...lines, `https://youtu.be/${KEYS[0]}`, 'not a link'].join('\n'))
  const table = main(page).getByRole('table')
  await button(page, 'To fix 3').click()
  await expect(table).toContainText(
    'Line 41: the owner of this video does not allow it to be played on other sites.',
  )
  await expect(table).toContainText('Line 42: this video is already on line 1.')
  await expect(table).toContainText('Line 43: this is not a video link.')
  await button(page, 'Add 40 videos').click()
  await expect(handle(page, 'Lesson 01')).toBeVisible()
}

async function order(page: Page): Promise<void> {
  const name = page.getByRole('textbox', { name: 'Title of the new section' })
  // The screen gives its heading the focus when the videos have arrived, and an empty field closes without it.
  await expect(async () => {
    if (!(await name.isVisible())) await button(page, 'Add a section').click()
    await name.fill('Basics', { timeout: 2000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(news(page)).toHaveText("Section 'Basics' added.")
  await handle(page, 'Lesson 40').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(news(page)).toHaveText("'Lesson 40' moved to position 1 of 1 in Basics.")
  // At the edge of the window the browser would scroll during the drag.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await handle(page, 'Lesson 01').hover()
  await page.mouse.down()
  const box = await row(page, 'Lesson 03').boundingBox()
  if (!box) throw new Error('The row is not there.')
  await page.mouse.move(box.x + 60, box.y + box.height * 0.75, { steps: 5 })
  await page.mouse.up()
  await expect(news(page)).toHaveText("'Lesson 01' moved to position 3 of 39 before the first section.")
  await expect(page.getByText('All changes saved')).toBeVisible()
}

/** Opens the submitted playlist of the teacher on the desk. */
async function openOnDesk(page: Page, teacher: Member, title: string): Promise<Locator> {
  await openDesk(page, `?teacher=${teacher.id}&kind=playlist`)
  await expect(item(page, title)).toBeVisible()
  return item(page, title)
}

/** Leaving the desk sends the decision. */
const leaveDesk = (page: Page) => page.getByRole('link', { name: 'Admin', exact: true }).click()

test('forty links become a playlist in order, which an admin sends back and then approves', async ({
  page,
  newPerson,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const admin = await prepare.admin()
  const title = `Forty lessons ${unique()}`
  await logInAs(page, teacher)
  await addPlaylist(page, title)
  await pasteLinks(page)
  await order(page)
  const build = page.url()
  await button(page, 'Submit for review').click()
  await expect(toast(page, 'Submitted for review.')).toBeVisible()

  const desk = await newPerson()
  await logInAs(desk, admin)
  await test.step('the admin requests changes with a note at a second', async () => {
    const open = await openOnDesk(desk, teacher, title)
    await desk.getByRole('button', { name: 'Play 1 Lesson 02' }).click()
    await fakeVideo(desk).run(42)
    await expect(open.getByRole('button', { name: /^Note at 0:4[123]$/ })).toBeVisible()
    await desk.keyboard.press('n')
    await desk.keyboard.type('The slide cannot be read.')
    await button(open, 'Add note').click()
    await desk.keyboard.press('c')
    await expect(desk.getByRole('checkbox', { name: 'Video does not play' })).toBeFocused()
    await desk.keyboard.press('3')
    await desk.keyboard.press('5')
    await button(desk, 'Request changes with 2 reasons and 1 note').click()
    await expect(strip(desk)).toContainText(`Changes requested for “${title}”`)
    await leaveDesk(desk)
  })
  await test.step('the teacher sees it, and submits again when the note is done', async () => {
    const states = async () => {
      const { items } = await teacher.call('review.history', { params: { playlistId: playlistIn(build) } })
      return items.map(({ state }) => state)
    }
    await expect.poll(states).toContain('changes')
    await page.goto(build)
    const panel = main(page).getByRole('region', {
      name: `Changes requested by ${admin.name} on ${today()}`,
      exact: true,
    })
    await expect(panel.getByRole('list', { name: 'Reasons' }).getByRole('listitem')).toHaveText([
      'Sound or picture too poor',
      'Description too short',
    ])
    await expect(panel).toContainText('The slide cannot be read.')
    await button(panel.getByRole('list', { name: 'Notes' }).getByRole('listitem'), 'Done').click()
    await expect(panel).toContainText('1 of 1 notes are done or answered.')
    await button(panel, 'Submit again').click()
    await expect(toast(page, 'Submitted for review.')).toBeVisible()
  })
  await test.step('the admin approves with A, and a visitor sees the order', async () => {
    await openOnDesk(desk, teacher, title)
    await expect(decision(desk).getByRole('button', { name: 'Approve playlist and 40 videos' })).toBeVisible()
    await desk.keyboard.press('a')
    await expect(strip(desk)).toContainText(`Approved “${title}” and 40 videos.`)
    await leaveDesk(desk)
    const visitor = await newPerson()
    await expect
      .poll(async () => (await visitor.request.get(`/api/playlists/${playlistIn(build)}`)).status())
      .toBe(200)
    await visit(visitor, `/playlist-details/${playlistIn(build)}`)
    await expect(main(visitor).getByRole('heading', { name: title })).toBeVisible()
    const lessons = main(visitor).getByRole('heading', { name: /^Lesson \d\d$/ })
    await expect(lessons).toHaveCount(40)
    expect((await lessons.allTextContents()).slice(0, 4)).toEqual([
      'Lesson 02',
      'Lesson 03',
      'Lesson 01',
      'Lesson 04',
    ])
    await expect(lessons.last()).toHaveText('Lesson 40')
    await expect(main(visitor).getByRole('heading', { name: 'Basics' })).toBeVisible()
  })
})

function playlistIn(address: string): string {
  return new URL(address).pathname.split('/').at(-1) ?? ''
}
