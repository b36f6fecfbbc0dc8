/** The bell, its panel and the links in it, the settings, and following. */
import type { Page } from '@playwright/test'
import { expect, logInAs, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { answerTo, header, main, visit } from './screens.ts'

const SOON = { timeout: 5000 }
const bell = (page: Page, name: string | RegExp = /^Notifications/) =>
  header(page).getByRole('button', { name })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

test('the bell counts at once, its panel leads to the comment, and everything can be read', async ({
  page,
  newPerson,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const { id, courses } = await prepare.publish(teacher, { courses: [{}] })
  await logInAs(page, teacher)
  await visit(page, '/about')
  const student = await newPerson()
  await logInAs(student, await prepare.member('Student'))
  await visit(student, `/watch-video/${id}/${courses[0]?._id}`)

  await test.step('a comment is counted without a reload', async () => {
    const before = Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0)
    await student.getByLabel('Add a comment').fill('Why does this work?')
    await student.getByRole('button', { name: 'Add Comment' }).click()
    await expect(bell(page, `Notifications, ${before + 1} new`)).toBeVisible(SOON)
  })
  await test.step('the bell is after the entries of the specification', async () => {
    const names = await header(page)
      .getByRole('button')
      .evaluateAll((all) => all.map((each) => each.ariaLabel))
    expect(names.at(-1)).toMatch(/^Notifications/)
    expect(names.at(-2)).toBe('Profile menu')
  })
  await test.step('the panel has no violation, and Escape closes it', async () => {
    await bell(page).click()
    await expect(panel(page).getByText('“Why does this work?”')).toBeVisible()
    expect(await violationsIn(page, undefined)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(bell(page)).toBeFocused()
  })
  await test.step('an entry leads to its comment, marks it and is read', async () => {
    await bell(page).click()
    await panel(page)
      .getByRole('link', { name: /Why does this work/ })
      .click()
    await expect(page).toHaveURL(/[?&]comment=/)
    const comment = main(page).locator('[data-named]')
    await expect(comment).toContainText('Why does this work?')
    await expect(comment).toBeFocused()
    await expect(bell(page, /^Notifications, 1 new/)).toBeHidden()
  })
  await test.step('the page shows all of them, and Mark all as read empties the count', async () => {
    await student.getByLabel('Add a comment').fill('And this?')
    await student.getByRole('button', { name: 'Add Comment' }).click()
    await expect(bell(page, /new$/)).toBeVisible(SOON)
    await bell(page).click()
    await panel(page).getByRole('link', { name: 'Show older' }).click()
    await expect(main(page).getByRole('heading', { name: 'Notifications', exact: true })).toBeVisible()
    expect(await violationsIn(page, undefined)).toEqual([])
    await main(page).getByRole('button', { name: 'Mark all as read' }).click()
    await expect(bell(page, 'Notifications')).toHaveAccessibleName('Notifications')
  })
})

test('a user follows a playlist and its teacher, and stops', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher, { courses: [{}] })
  await logInAs(page, await prepare.member('Student'))
  await visit(page, `/playlist-details/${id}`)
  const saved = answerTo(page, 'PUT', `/api/follows/playlists/${id}`)
  await main(page)
    .getByRole('button', { name: /^Follow / })
    .click()
  await expect(main(page).getByRole('button', { name: /^Following / })).toBeVisible()
  await saved
  await page.reload()
  await main(page)
    .getByRole('button', { name: /^Following / })
    .click()
  await expect(main(page).getByRole('button', { name: /^Follow / })).toBeVisible()
})

test('an invalid link to unsubscribe shows an error', async ({ page, allowConsole }) => {
  allowConsole(/status of 400/)
  await visit(page, '/unsubscribe#token=nothing')
  await main(page).getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(main(page).getByRole('alert')).toContainText('This link does not work.')
})
