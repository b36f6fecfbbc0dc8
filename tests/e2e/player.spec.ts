import type { Page } from '@playwright/test'
import { expect, logInAs, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { fakeVideo, HOSTS } from './fake-video.ts'
import { answerTo, heading, main, visit } from './screens.ts'
import { control, player, pressPlay, startVideo, VIDEOS, watchPath } from './watching.ts'

const position = (page: Page) => main(page).getByRole('slider', { name: 'Position' })
const rate = (page: Page) => main(page).getByRole('combobox', { name: 'Speed' })

test('a video of each host plays, pauses, seeks and follows the settings, and loads nothing before it starts', async ({
  page,
  prepare,
}) => {
  const hosts = Object.entries(VIDEOS)
  const courses = hosts.map(([, videoLink]) => ({ videoLink }))
  const published = await prepare.publish(await prepare.member('Teacher'), { courses })
  const requested: string[] = []
  page.on('request', (request) => {
    if (HOSTS.some((host) => request.url().startsWith(host))) requested.push(request.url())
  })
  await logInAs(page, await prepare.member('Student'))
  for (const [index, [host]] of hosts.entries()) {
    await test.step(host, async () => {
      await visit(page, watchPath(published, index))
      await expect(page.locator('iframe')).toHaveCount(0)
      expect(requested).toHaveLength(index)
      await pressPlay(page)
      expect(requested).toHaveLength(index + 1)
      await operate(page)
    })
  }
})

/** Uses every control of a playing video, and goes back to the first settings. */
async function operate(page: Page): Promise<void> {
  const video = fakeVideo(page)
  const playing = () => video.state().then((state) => state.playing)
  const time = () => video.state().then((state) => Math.floor(state.time))

  await expect(control(page, 'Pause')).toBeVisible()
  await video.run(30)
  await expect(position(page)).toHaveValue(/^3\d$/)
  await control(page, 'Pause').click()
  await expect.poll(playing).toBe(false)
  await expect(control(page, 'Play')).toBeVisible()

  await position(page).fill('60')
  await expect.poll(time).toBe(60)
  await control(page, 'Forward 10 seconds').click()
  await expect.poll(time).toBe(70)
  await control(page, 'Back 10 seconds').click()
  await expect.poll(time).toBe(60)
  await expect(position(page)).toHaveAttribute('aria-valuetext', '1:00 of 2:00')

  await rate(page).selectOption('1.5x')
  await main(page).getByRole('slider', { name: 'Volume' }).fill('40')
  await control(page, 'Captions').click()
  await expect.poll(() => video.state()).toMatchObject({ rate: 1.5, volume: 0.4, captions: 'en' })
  await control(page, 'Mute').click()
  await expect.poll(() => video.state()).toMatchObject({ muted: true })
  await control(page, 'Play').click()
  await expect.poll(playing).toBe(true)

  const saved = answerTo(page, 'PUT', '/player')
  await rate(page).selectOption('1x')
  await main(page).getByRole('slider', { name: 'Volume' }).fill('100')
  await control(page, 'Captions').click()
  await saved
}

test('the settings are saved for the user, and hold for the next video', async ({
  page,
  prepare,
  newPerson,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const student = await prepare.member('Student')
  await startVideo(page, student, watchPath(published))
  const saved = answerTo(page, 'PUT', '/player')
  await rate(page).selectOption('1.75x')
  await control(page, 'Captions').click()
  await saved

  const other = await newPerson()
  const video = await startVideo(other, student, watchPath(published))
  await expect(rate(other)).toHaveValue('1.75')
  await expect.poll(() => video.state()).toMatchObject({ rate: 1.75, captions: 'en' })
})

test('keys control the video by their position on the keyboard, in any layout', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}, {}] })
  const video = await startVideo(page, await prepare.member('Student'), watchPath(published))
  const keyboard = await page.context().newCDPSession(page)
  /** A key of a Russian layout. */
  const press = async (code: string, key: string) => {
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', code, key, text: key })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key })
  }
  const state = () => video.state()

  await press('KeyK', 'л')
  await expect.poll(state).toMatchObject({ playing: false })
  await press('Digit5', '5')
  await expect.poll(state).toMatchObject({ time: 60 })
  await press('KeyL', 'д')
  await expect.poll(state).toMatchObject({ time: 70 })
  await page.keyboard.press('ArrowLeft')
  await expect.poll(state).toMatchObject({ time: 65 })
  await page.keyboard.press('ArrowDown')
  await expect.poll(state).toMatchObject({ volume: 0.9 })
  await page.keyboard.press('Shift+Period')
  await expect.poll(state).toMatchObject({ rate: 1.25 })
  await press('KeyM', 'ь')
  await expect.poll(state).toMatchObject({ muted: true })
  await press('KeyC', 'с')
  await expect.poll(state).toMatchObject({ captions: 'en' })
  await press('Space', ' ')
  await expect.poll(state).toMatchObject({ playing: true })
  await press('KeyT', 'е')
  await expect(control(page, 'Theatre')).toHaveAttribute('aria-pressed', 'true')
  await press('KeyF', 'а')
  await expect(control(page, 'Leave full screen')).toBeVisible()
  await press('KeyF', 'а')
  await expect(control(page, 'Full screen')).toBeVisible()
  await page.keyboard.press('Shift+KeyN')
  await expect(page).toHaveURL(watchPath(published, 1))
  await expect(heading(page, published.courses[1]?.videoTitle ?? '')).toBeVisible()
  await page.keyboard.press('Shift+KeyP')
  await expect(page).toHaveURL(watchPath(published))
})

test('keys do nothing while the user types, with Control, in a dialog, or when they are off', async ({
  page,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const student = await prepare.member('Student')
  const video = await startVideo(page, student, watchPath(published))
  const field = main(page).getByLabel('Add a comment')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })

  await field.press('k')
  await expect(field).toHaveValue('k')
  await player(page).focus()
  await page.keyboard.press('Control+KeyK')
  await page.keyboard.press('Shift+Slash')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('KeyK')
  expect(await video.state()).toMatchObject({ playing: true })
  expect(await violationsIn(page, undefined)).toEqual([])

  const saved = answerTo(page, 'PUT', '/player')
  await dialog.getByRole('button', { name: 'Turn shortcuts off' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(player(page)).toBeFocused()
  await page.keyboard.press('KeyK')
  await page.keyboard.press('Shift+Slash')
  await expect(dialog).toHaveCount(0)
  expect(await video.state()).toMatchObject({ playing: true })
  await saved
  await visit(page, watchPath(published))
  await control(page, 'Keyboard shortcuts').click()
  await expect(dialog.getByRole('button', { name: 'Turn shortcuts on' })).toBeVisible()
})

test('the share menu copies the address of the video, and of the second it is at', async ({
  page,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const video = await startVideo(page, await prepare.member('Student'), watchPath(published))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await control(page, 'Pause').click()
  await position(page).fill('75')
  await expect.poll(() => video.state()).toMatchObject({ time: 75 })

  await control(page, 'Share').press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Copy link', exact: true })).toBeFocused()
  expect(await violationsIn(page, undefined)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Link copied.')).toBeVisible()
  expect(await copied()).toMatch(new RegExp(`${watchPath(published)}\\?t=75$`))
  await expect(control(page, 'Share')).toBeFocused()
  await control(page, 'Share').click()
  await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click()
  await expect.poll(copied).toMatch(new RegExp(`${watchPath(published)}$`))
})

test('on a phone the player stays at the top, and the less used controls are behind More', async ({
  page,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  await page.setViewportSize({ width: 390, height: 600 })
  const video = await startVideo(page, await prepare.member('Student'), watchPath(published))
  const volume = main(page).getByRole('slider', { name: 'Volume' })
  await expect(volume).toBeHidden()
  await control(page, 'More controls').click()
  await volume.fill('50')
  await expect.poll(() => video.state()).toMatchObject({ volume: 0.5 })
  expect(await violationsIn(page, undefined)).toEqual([])
  await page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }))
  await expect.poll(async () => (await player(page).boundingBox())?.y).toBe(0)
  expect((await player(page).boundingBox())?.width).toBe(390)
})

test('the whole player works without a mouse; the open panel is in the address', async ({
  page,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  await logInAs(page, await prepare.member('Student'))
  await visit(page, watchPath(published))
  await main(page)
    .getByRole('button', { name: /^Play video/ })
    .press('Enter')
  const video = fakeVideo(page)
  await expect(control(page, 'Pause')).toBeVisible()
  await position(page).press('ArrowRight')
  await expect.poll(async () => (await video.state()).time).toBeGreaterThanOrEqual(5)
  await control(page, 'Pause').press('Space')
  await expect.poll(() => video.state()).toMatchObject({ playing: false })
  await rate(page).press('ArrowDown')
  await expect.poll(() => video.state()).toMatchObject({ rate: 1.25 })

  await test.step('the arrow keys move between panels', async () => {
    const tab = (name: RegExp) => main(page).getByRole('tab', { name })
    await tab(/^Playlist/).focus()
    await page.keyboard.press('End')
    await expect(tab(/^Notes/)).toBeFocused()
    await expect(page).toHaveURL(/\?tab=notes$/)
    await expect(heading(page, 'No notes in this video yet.')).toBeVisible()
    await page.reload()
    await expect(tab(/^Notes/)).toHaveAttribute('aria-selected', 'true')
  })
})
