/** Reports, decisions about them, and suspended accounts. */
import type { Page } from '@playwright/test'
import { toast } from './account-forms.ts'
import { expect, logInAs, type Member, type Preparation, type Published, test, unique } from './accounts.ts'
import { setTheme, violationsIn } from './axe.ts'
import { fakeVideo } from './fake-video.ts'
import { main, visit } from './screens.ts'
import { control, pressPlay, watchPath } from './watching.ts'

test.use({ site: 'reports' })

interface Course {
  published: Published
  teacher: Member
  author: Member
  text: string
}

async function commented(prepare: Preparation): Promise<Course> {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{}, {}] })
  const author = await prepare.member('Student')
  const text = `You are all stupid ${unique()}.`
  const [course] = published.courses
  if (!course) throw new Error('A course was published.')
  await prepare.comment(author, course, text)
  return { published, teacher, author, text }
}

const comment = (page: Page, text: string) => main(page).getByRole('listitem').filter({ hasText: text })
const menuOf = (page: Page, text: string) => comment(page, text).getByRole('button', { name: /^More: / })
const card = (page: Page, text: string) => main(page).getByRole('article').filter({ hasText: text })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })

/** Returns the card with this title and opens it unless it is open. */
async function openCard(page: Page, title: string) {
  const opened = card(page, title)
  const head = opened.getByRole('heading', { level: 3 }).getByRole('button')
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
  return opened
}

async function fileReport(page: Page, kind: string, reason: string): Promise<void> {
  await item(page, 'Report').click()
  const dialog = page.getByRole('dialog', { name: `Report this ${kind}` })
  await dialog.getByRole('radio', { name: reason }).check()
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(toast(page, 'Thank you. An admin will look at it.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
}

test('a report needs a reason and leads to a card; the decision removes the comment, and the next card opens', async ({
  page,
  prepare,
}) => {
  const { published, author, text } = await commented(prepare)
  const reader = await prepare.member('Student')
  await logInAs(page, reader)
  await visit(page, watchPath(published))
  await test.step('Escape closes the dialog, but asks before it discards a text', async () => {
    await expectQuestionBeforeDiscard(page, text)
  })
  await test.step('a comment and a profile are reported', async () => {
    await menuOf(page, text).click()
    await expect(item(page, 'Delete comment')).toHaveCount(0)
    await fileReport(page, 'comment', 'Hurtful')
    await page.goto(`/profile/${author.id}`)
    await main(page)
      .getByRole('button', { name: `More: ${author.name}` })
      .click()
    await fileReport(page, 'profile', 'Other')
  })
  await test.step('an admin removes the comment', async () => {
    await logInAs(page, await prepare.admin())
    await page.goto('/admin')
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Reports' }).click()
    const opened = await openCard(page, text)
    await expect(opened).toContainText('1 report · Hurtful')
    await expect(opened.getByRole('region', { name: 'Reports' })).toContainText(reader.name)
    await expect(opened.getByRole('region', { name: 'Author' })).toContainText('Not reported before')
    await opened.getByLabel('A sentence to the author').fill('Please stay friendly.')
    await opened.getByRole('button', { name: 'Remove' }).click()
    await expect(toast(page, 'Removed.')).toBeVisible()
    await expect(opened).toHaveCount(0)
    const next = main(page).getByRole('article').getByRole('button', { expanded: true })
    await expect(next).toBeFocused()
  })
  await test.step('the reader does not see it any more', async () => {
    await logInAs(page, reader)
    await visit(page, watchPath(published))
    await expect(main(page).getByText('No comments for this course yet.')).toBeVisible()
    await expect(main(page).getByText(text)).toHaveCount(0)
  })
})

/** Opens the dialog with the keyboard, writes a text and closes it. */
async function expectQuestionBeforeDiscard(page: Page, comment: string): Promise<void> {
  await menuOf(page, comment).focus()
  await page.keyboard.press('Enter')
  await expect(item(page, 'Report')).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report this comment' })
  await expect(dialog.getByRole('radio', { name: 'Spam' })).toBeFocused()
  await expect(dialog.getByRole('radio')).toHaveCount(5)
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose a reason.')
  const text = dialog.getByLabel('What should an admin know?')
  await text.fill('It is rude.')
  const question = page.getByRole('alertdialog', { name: 'Discard your text?' })
  for (const _ of ['once', 'again']) {
    await page.keyboard.press('Escape')
    await expect(question.getByRole('button', { name: 'Keep writing' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(text).toBeFocused()
    await expect(text).toHaveValue('It is rude.')
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(menuOf(page, comment)).toBeFocused()
}

test('a suspended author is logged out, reads the reason at the login, and logs in again after it is lifted', async ({
  page,
  browser,
  app,
  prepare,
  allowConsole,
}) => {
  allowConsole(/400 \(Bad Request\)/)
  const { published, author, text } = await commented(prepare)
  const reader = await prepare.member('Student')
  await reader.call('reports.create', {
    body: { subjectKind: 'user', subjectId: author.id, reason: 'Spam' },
  })
  const elsewhere = await browser.newContext({ baseURL: app.url })
  const theirs = await elsewhere.newPage()
  await logInAs(theirs, author)
  await visit(theirs, watchPath(published))
  await expect(comment(theirs, text)).toBeVisible()

  const admin = await prepare.admin()
  await logInAs(page, admin)
  await page.goto('/admin/reports')
  const opened = await openCard(page, author.name)
  await opened.getByRole('button', { name: 'Suspend account' }).click()
  const dialog = page.getByRole('dialog', { name: `Suspend ${author.name}?` })
  await dialog.getByLabel('Reason').fill('Advertising in every comment.')
  await dialog.getByLabel('Your password').fill('not my password')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByText('Password is incorrect.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(admin.password)
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(toast(page, `${author.name} is suspended.`)).toBeVisible()
  await expect(opened).toHaveCount(0)

  await theirs.goto(`/update-user/${author.id}`)
  await expect(theirs).toHaveURL(/\/login/)
  const form = theirs.getByRole('form', { name: 'Login' })
  await form.getByLabel('Email').fill(author.email)
  await form.getByLabel('Password', { exact: true }).fill(author.password)
  await form.getByRole('button', { name: 'Login' }).click()
  await expect(
    theirs.getByText('This account is suspended: Advertising in every comment.').first(),
  ).toBeVisible()

  await page.goto(`/admin/students?q=${encodeURIComponent(author.name)}`)
  const row = page.getByRole('row').filter({ hasText: author.name })
  await expect(row).toContainText('Suspended')
  await row.getByRole('button', { name: `More: ${author.name}` }).click()
  await item(page, 'Lift suspension').click()
  const lifting = page.getByRole('dialog', { name: `Lift the suspension of ${author.name}?` })
  await lifting.getByLabel('Your password').fill(admin.password)
  await lifting.getByRole('button', { name: 'Lift suspension' }).click()
  await expect(toast(page, `${author.name} can log in again.`)).toBeVisible()
  await expect(row).not.toContainText('Suspended')
  await prepare.login(author)
  await elsewhere.close()
})

test('a teacher deletes a comment on their own course, and another teacher cannot', async ({
  page,
  prepare,
}) => {
  const { published, teacher, author, text } = await commented(prepare)
  await logInAs(page, await prepare.member('Teacher'))
  await visit(page, watchPath(published))
  await menuOf(page, text).click()
  await expect(item(page, 'Report')).toBeVisible()
  await expect(item(page, 'Delete comment')).toHaveCount(0)

  await logInAs(page, teacher)
  await visit(page, watchPath(published))
  await menuOf(page, text).click()
  await item(page, 'Delete comment').click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this comment?' })
  await expect(dialog).toContainText(
    `${author.name}'s comment will disappear for everyone. This can't be undone.`,
  )
  await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Delete comment'])
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await dialog.getByRole('button', { name: 'Delete comment' }).click()
  await expect(comment(page, text)).toHaveCount(0)
  await deleted
  await page.reload()
  await expect(main(page).getByText('No comments for this course yet.')).toBeVisible()
})

test('Tell the teacher reports a video that does not play', async ({ page, prepare }) => {
  const { published } = await commented(prepare)
  await logInAs(page, await prepare.member('Student'))
  await visit(page, watchPath(published))
  await pressPlay(page)
  await fakeVideo(page).fail(150)
  await control(page, 'Tell the teacher').click()
  await expect(toast(page, 'Thank you. An admin will look at it.')).toBeVisible()
  await expect(control(page, 'Reported')).toBeVisible()
  const { groups } = await (await prepare.admin()).call('reports.list')
  expect(groups.find(({ subject }) => subject._id === published.courses[0]?._id)?.reports[0]?.reason).toBe(
    'The video does not work',
  )
})

test('an admin changes the role and the admin right of a user', async ({ page, prepare, allowConsole }) => {
  allowConsole(/status of 409/)
  const student = await prepare.member('Student')
  const admin = await prepare.admin()
  await logInAs(page, admin)
  await page.goto(`/profile/${student.id}`)
  const menu = main(page).getByRole('button', { name: `More: ${student.name}` })
  await menu.click()
  await item(page, 'Change role').click()
  const roles = page.getByRole('dialog', { name: `Change the role of ${student.name}` })
  await roles.getByLabel('Role', { exact: true }).selectOption('Teacher')
  await roles.getByLabel('Your password').fill(admin.password)
  await roles.getByRole('button', { name: 'Change role' }).click()
  await expect(toast(page, `The role of ${student.name} is Teacher now.`)).toBeVisible()
  await menu.click()
  await item(page, 'Make admin').click()
  const rights = page.getByRole('dialog', { name: `Make ${student.name} an admin?` })
  await rights.getByLabel('Your password').fill(admin.password)
  await rights.getByRole('button', { name: 'Make admin' }).click()
  await expect(toast(page, `${student.name} is an admin now.`)).toBeVisible()
  await menu.click()
  await expect(item(page, 'Remove admin rights')).toBeVisible()
  await item(page, 'Turn off authenticator app').click()
  const app = page.getByRole('dialog', { name: `Turn off the authenticator app of ${student.name}?` })
  await app.getByLabel('Your password').fill(admin.password)
  await app.getByRole('button', { name: 'Turn off' }).click()
  await expect(toast(page, `${student.name} has no authenticator app.`)).toBeVisible()
})

test('the screens of reports have no violation, wide and light and on a dark phone', async ({
  page,
  prepare,
}) => {
  const { published, text } = await commented(prepare)
  const reader = await prepare.member('Student')
  const [course] = published.courses
  await reader.call('reports.create', {
    body: { subjectKind: 'course', subjectId: course?._id ?? '', reason: 'Copyright', text: 'It is mine.' },
  })
  const admin = await prepare.admin()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const beSound = async (where: string, open = async () => {}) => {
    for (const { theme, width } of [
      { theme: 'dark', width: 390 },
      { theme: 'light', width: 1440 },
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await setTheme(page, theme)
      await open()
      expect(await violationsIn(page, undefined), `${where}, ${theme}`).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${where} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
  await logInAs(page, admin)
  await page.goto('/admin/reports')
  await expect(main(page).getByRole('article').first()).toBeVisible()
  await beSound('the list')
  await main(page)
    .getByRole('button', { name: /^Suspend/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await beSound('the dialog of a suspension')
  await logInAs(page, reader)
  await visit(page, watchPath(published))
  // Another number of columns renders the comments anew, and a menu closes.
  await beSound('the menu of a comment', async () => {
    await menuOf(page, text).click()
    await expect(item(page, 'Report')).toBeVisible()
  })
  await item(page, 'Report').click()
  await expect(page.getByRole('dialog', { name: 'Report this comment' })).toBeVisible()
  await beSound('the dialog of a report')
})
