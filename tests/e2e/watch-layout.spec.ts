/** Where the parts of the watch page stand on a desktop, a tablet and a phone, that none of them restarts the video, and what opens. */
import type { Locator, Page } from '@playwright/test'
import { expect, logInAs, type Member, type Published, test } from './accounts.ts'
import { COLOURS, setTheme, violationsIn } from './axe.ts'
import { HOSTS } from './fake-video.ts'
import { main, visit } from './screens.ts'
import { tabTo } from './tab-to.ts'
import { control, player, pressPlay, startVideo, watchPath } from './watching.ts'

async function boxOf(part: Locator) {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: Number.NaN, width: 0, height: 0 }
  return { x, y, width, height, right: x + width, bottom: y + height }
}

const bar = (page: Page) => control(page, 'Captions').or(control(page, 'Full screen')).first()
const side = (page: Page) => main(page).getByRole('complementary', { name: 'Beside the video' })
const row = (page: Page) => control(page, 'Like').locator('../../..')
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** Captions of that many cues of ten seconds; one of them is a word that no other one has. */
async function addCaptions(teacher: Member, { courses }: Published, rare: { cue: number; word: string }) {
  const time = (cue: number) => new Date(cue * 10_000).toISOString().slice(11, 23)
  const cues = Array.from({ length: 300 }, (_, cue) => {
    const words = cue === rare.cue ? rare.word : `Sentence ${cue} of a long video, which takes its time.`
    return `${time(cue)} --> ${time(cue + 1)}\n${words}\n`
  })
  const image = new Blob([['WEBVTT\n', ...cues].join('\n')], { type: 'text/vtt' })
  await teacher.call('captions.save', { params: { courseId: courses[0]?._id ?? '', language: 'en' }, image })
}

test('picture, bar, title row and panels are on the screen in two columns; one column fits a low, a small and a narrow screen', async ({
  page,
  prepare,
}) => {
  const title =
    'What a function remembers after it has returned, and why that is no magic at all but a closure'
  const description = 'A function keeps the variable, and not a copy of it. '.repeat(20)
  const published = await prepare.publish(await prepare.member('Teacher'), {
    courses: [{ title, description }, {}, {}],
  })
  await logInAs(page, await prepare.member('Student'))
  await visit(page, watchPath(published))
  await pressPlay(page)

  for (const [width, height, least] of [
    [1280, 720, 740],
    [1440, 900, 950],
    [1920, 1080, 1250],
  ] as const) {
    await test.step(`${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height })
      const video = await boxOf(player(page))
      const panels = await boxOf(side(page))
      expect(video.width).toBeGreaterThanOrEqual(least)
      expect((await boxOf(page.locator('iframe'))).y).toBeGreaterThanOrEqual(64)
      expect((await boxOf(bar(page))).bottom).toBeLessThanOrEqual(video.bottom)
      expect((await boxOf(row(page))).y).toBeGreaterThanOrEqual(video.bottom)
      expect((await boxOf(row(page))).bottom).toBeLessThanOrEqual(height)
      expect(panels).toMatchObject({ x: video.right + 24, y: video.y })
      expect(panels.width).toBeGreaterThanOrEqual(400)
      expect(panels.bottom).toBeLessThanOrEqual(height)
      expect(await sideways(page)).toBe(0)
      await expect(control(page, 'More')).toBeVisible()
    })
  }

  for (const [width, height] of [
    [720, 450],
    [390, 844],
    [320, 640],
  ] as const) {
    await test.step(`${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height })
      await expect(control(page, 'Like')).toBeVisible()
      const picture = await boxOf(page.locator('iframe'))
      const video = await boxOf(player(page))
      expect(picture.height).toBeLessThanOrEqual(height - (video.bottom - picture.bottom) - 16 + 1)
      expect(await sideways(page)).toBe(0)
      await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }))
      const top = () => boxOf(player(page)).then(({ y }) => Math.round(y))
      if (height >= 600) await expect.poll(top).toBe(0)
      else await expect.poll(top).toBeLessThan(0)
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    })
  }

  await test.step('the playlist is a sheet, and the video plays on', async () => {
    await main(page)
      .getByRole('button', { name: /^Playlist · 1 of 3/ })
      .click()
    const sheet = page.getByRole('dialog', { name: published.title })
    await expect(sheet.getByRole('button', { name: 'Close playlist' })).toBeFocused()
    const { y, bottom } = await boxOf(sheet)
    expect(Math.abs(y - (await boxOf(page.locator('iframe'))).bottom)).toBeLessThan(2)
    expect(bottom).toBe(640)
    expect((await boxOf(sheet.getByRole('listitem').first())).height).toBeGreaterThanOrEqual(48)
    expect(await violationsIn(page, undefined)).toEqual([])
    await page.mouse.move(100, y + 20)
    await page.mouse.down()
    await page.mouse.move(100, y + 200, { steps: 4 })
    await page.mouse.up()
    await expect(sheet).toHaveCount(0)
    await expect(control(page, 'Pause')).toBeVisible()
  })
})

test('panels, theatre, one column and the comments never load the frame of a playing video again', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{}, {}] })
  await addCaptions(teacher, published, { cue: 250, word: 'Padding is the word.' })
  let loaded = 0
  page.on('request', (request) => {
    if (HOSTS.some((host) => request.url().startsWith(host))) loaded += 1
  })
  const video = await startVideo(page, await prepare.member('Student'), watchPath(published))
  await video.run(10)
  const tab = (name: RegExp) => main(page).getByRole('tab', { name })

  await test.step('the transcript scrolls the first hit into its middle, and not the page', async () => {
    await page.keyboard.press('/')
    await expect(main(page).getByRole('searchbox', { name: 'Search the transcript' })).toBeFocused()
    await page.keyboard.type('padding')
    await expect(main(page).getByText('1 of 1', { exact: true })).toBeVisible()
    const text = main(page).getByRole('region', { name: 'Text of the video' })
    await expect
      .poll(async () => {
        const [mark, box] = [await boxOf(text.locator('mark')), await boxOf(text)]
        return Math.abs(mark.y + mark.height / 2 - box.y - box.height / 2)
      })
      .toBeLessThan(4)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
  for (const name of [/^Notes/, /^Playlist/, /^Transcript/]) await tab(name).click()
  expect(await violationsIn(page, undefined)).toEqual([])
  await control(page, 'Theatre').click()
  await expect.poll(async () => (await boxOf(player(page))).width).toBeGreaterThan(1100)
  expect((await boxOf(bar(page))).bottom).toBeLessThanOrEqual(720)
  await control(page, 'Theatre').click()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(tab(/^Comments/)).toBeVisible()
  await tab(/^About/).click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await main(page).getByLabel('Add a comment').scrollIntoViewIfNeeded()
  await expect(tab(/^Playlist/)).toBeInViewport()
  await video.run(10)
  expect(loaded).toBe(1)
  await expect.poll(async () => (await video.state()).time).toBeGreaterThanOrEqual(20)
  expect(await video.state()).toMatchObject({ playing: true })
})

/** Expects no finding of axe in both themes. */
async function passAxe(page: Page, what: string): Promise<void> {
  expect.soft(await violationsIn(page, undefined), what).toEqual([])
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect.soft(await violationsIn(page, COLOURS), `${what}, ${theme}`).toEqual([])
  }
}

/** Goes to the button with Tab, opens what it opens, looks at it, and closes it with Escape; then the button has the focus. */
async function openAndClose(page: Page, opener: Locator, opened: Locator): Promise<void> {
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await expect(opened).toBeVisible()
  await passAxe(page, String(opened))
  await page.keyboard.press('Escape')
  await expect(opened).toBeHidden()
  await expect(opener).toBeFocused()
}

test('every menu, list, sheet and dialog of the page opens and closes by keyboard, and passes axe in both themes', async ({
  page,
  prepare,
}) => {
  test.setTimeout(180_000)
  const teacher = await prepare.member('Teacher')
  const student = await prepare.member('Student')
  const published = await prepare.publish(teacher, { courses: [{}, {}] })
  const [course] = published.courses
  const courseId = course?._id ?? ''
  await addCaptions(teacher, published, { cue: 20, word: 'Padding.' })
  await student.call('notes.create', { body: { courseId, at: 30, text: 'Look outwards.' } })
  await teacher.call('comments.create', { body: { courseId, text: 'Why at 0:12?', at: 12, question: true } })
  const menu = (name: string | RegExp) => page.getByRole('menu', { name })
  const more = (within: Locator) => within.getByRole('button', { name: /^More: / })
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAs(page, student)
  await visit(page, watchPath(published))
  await expect(main(page).getByText('Why at')).toBeVisible()

  await test.step('the bar and the title row', async () => {
    await openAndClose(page, control(page, 'Captions'), page.getByRole('dialog', { name: 'Captions' }))
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await openAndClose(page, control(page, 'Keyboard shortcuts'), shortcuts)
    await openAndClose(page, control(page, 'Share'), menu('Share'))
    const title = row(page)
    await openAndClose(page, more(title), menu(/^More: /))
    await page.keyboard.press('Enter')
    await expect(
      menu(/^More: /)
        .getByRole('menuitem')
        .first(),
    ).toBeFocused()
    await page.keyboard.press('Enter')
    const report = page.getByRole('dialog', { name: /^Report this/ })
    await expect(report).toBeVisible()
    await passAxe(page, 'the report')
    await page.keyboard.press('Escape')
    await expect(report).toHaveCount(0)
  })
  await test.step('the comments', async () => {
    await tabTo(page, main(page).getByLabel('Add a comment'))
    await page.keyboard.type('@T')
    await expect(page.getByRole('listbox')).toBeVisible()
    await passAxe(page, 'the people to mention')
    await page.keyboard.press('Enter')
    await expect(main(page).getByLabel('Add a comment')).toHaveValue(`@${teacher.name} `)
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await tabTo(page, main(page).getByLabel('Sort comments'))
    await page.keyboard.press('t')
    await expect(main(page).getByLabel('Sort comments')).toHaveValue('top')
    const thread = main(page).getByRole('listitem').filter({ hasText: 'Why at' })
    await openAndClose(page, more(thread), menu(/^More: /))
    const reply = thread.getByRole('button', { name: 'Reply' })
    await openAndClose(page, reply, main(page).getByLabel(`Reply to ${teacher.name}`))
  })
  await test.step('the panels beside the video', async () => {
    await tabTo(page, main(page).getByRole('tab', { name: /^Playlist/ }))
    await passAxe(page, 'the playlist')
    await page.keyboard.press('ArrowRight')
    await tabTo(page, main(page).getByRole('searchbox', { name: 'Search the transcript' }))
    await page.keyboard.type('padding')
    await expect(main(page).getByText('1 of 1', { exact: true })).toBeVisible()
    await passAxe(page, 'the transcript')
    await page.keyboard.press('Shift+Tab')
    await expect(main(page).getByRole('tab', { name: 'Transcript' })).toBeFocused()
    await page.keyboard.press('End')
    const note = main(page).getByRole('listitem').filter({ hasText: 'Look outwards.' })
    await openAndClose(page, more(note), menu(/^More: /))
    await page.keyboard.press('Enter')
    await expect(
      menu(/^More: /)
        .getByRole('menuitem')
        .first(),
    ).toBeFocused()
    await page.keyboard.press('End')
    await expect(
      menu(/^More: /)
        .getByRole('menuitem')
        .last(),
    ).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await passAxe(page, 'the question before a note goes')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
  await test.step('a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await tabTo(page, control(page, 'More controls'))
    await page.keyboard.press('Enter')
    await expect(main(page).getByRole('group', { name: 'More controls' })).toBeVisible()
    await passAxe(page, 'more controls')
    const sheet = page.getByRole('dialog', { name: published.title })
    await openAndClose(page, main(page).getByRole('button', { name: /^Playlist · 1 of 2/ }), sheet)
    await tabTo(page, main(page).getByRole('tab', { selected: true }))
    await page.keyboard.press('Home')
    for (const name of ['About', 'Transcript', 'Notes', 'Comments']) {
      await expect(main(page).getByRole('tab', { name, selected: true })).toBeFocused()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await passAxe(page, name)
      await page.keyboard.press('ArrowRight')
    }
  })
})
