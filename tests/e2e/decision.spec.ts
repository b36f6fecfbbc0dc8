/** The decision of an admin as a teacher sees it. */
import type { Locator } from '@playwright/test'
import { toast } from './account-forms.ts'
import { expect, logInAs, type Member, test, unique } from './accounts.ts'
import { main, visit } from './screens.ts'
import { box, button, DASHBOARD, DRAFT, expectAccessible, LONG, WIDE } from './teacher-screens.ts'

const today = () => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(new Date())

test.use({ viewport: WIDE })

interface Story {
  teacher: Member
  admin: Member
  playlistId: string
  courseId: string
}

/** A playlist with one course that an admin has sent back with two reasons and two notes. */
async function sentBack(prepare: Parameters<Parameters<typeof test>[2]>[0]['prepare']): Promise<Story> {
  const teacher = await prepare.member('Teacher')
  const admin = await prepare.admin()
  const title = `Closures explained ${unique()}`
  const { id, courses } = await prepare.publish(teacher, {
    title,
    description: LONG,
    status: 'pending',
    courses: [{ title: 'Closures' }],
  })
  const courseId = courses[0]?._id ?? ''
  const desk = await admin.call('review.list', { query: { teacher: teacher.id } })
  const revision = (kind: string) =>
    desk.items.find((item) => 'subject' in item && item.subject.kind === kind)?._id ?? ''
  const reasons = desk.reasons.filter(({ text }) => /poor|short/.test(text)).map(({ _id }) => _id)
  await admin.call('review.note', {
    params: { revisionId: revision('course') },
    body: { atSeconds: 42, text: 'The slide cannot be read.' },
  })
  await admin.call('review.decide', {
    params: { revisionId: revision('playlist') },
    body: {
      state: 'changes',
      reasons,
      message: 'A lovely course. Say who it is for.',
      notes: [{ field: 'description', text: 'Say for whom it is.' }],
      courses: [revision('course')],
    },
  })
  return { teacher, admin, playlistId: id, courseId }
}

test('what an admin sent back is fixed, explained and submitted again, with the keyboard alone', async ({
  page,
  newPerson,
  prepare,
}) => {
  const { teacher, admin, playlistId, courseId } = await sentBack(prepare)
  await logInAs(page, teacher)
  await visit(page, `${DASHBOARD}/build/${playlistId}`)
  const decision = box(page, `Changes requested by ${admin.name} on ${today()}`)
  const note = (text: string) =>
    decision.getByRole('list', { name: 'Notes' }).getByRole('listitem').filter({ hasText: text })
  const pressOn = async (target: Locator) => {
    await target.focus()
    await page.keyboard.press('Enter')
  }

  await test.step('the decision says who, when, why and what', async () => {
    await expect(decision).toContainText(
      /^Changes requested by .* on .*Version 1, submitted .* · Only you and admins can see this playlist until it is approved\./,
    )
    await expect(decision.getByRole('list', { name: 'Reasons' }).getByRole('listitem')).toHaveText([
      'Sound or picture too poor',
      'Description too short',
    ])
    await expect(decision).toContainText('A lovely course. Say who it is for.')
    await expect(note('Say for whom it is.')).toContainText('DescriptionSay for whom it is.Playlist')
    await expect(note('The slide cannot be read.')).toContainText(
      'At 0:42The slide cannot be read.1 Closures',
    )
    await expect(decision).toContainText('0 of 2 notes are done or answered. 2 are left.')
    await expect(button(decision, 'Submit again')).toHaveAttribute('aria-disabled', 'true')
    await expect(main(page).locator('header').getByText('Changes requested')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('a note with a second seeks there', async () => {
    await pressOn(button(decision, 'At 0:42'))
    await expect(button(decision, 'At 0:42')).toHaveAttribute('aria-current', 'true')
    await expect(decision.getByRole('region', { name: 'Video player' })).toContainText('0:42')
  })
  await test.step('a note about a field leads into the field; the edit stays a draft', async () => {
    await pressOn(decision.getByRole('link', { name: 'Description' }))
    await expect(page).toHaveURL(`${DASHBOARD}/edit-playlist/${playlistId}?field=description`)
    await expect(page.getByLabel('Description')).toBeFocused()
    await page.getByLabel('Description').fill(`${LONG} And for you.`)
    await pressOn(button(page, 'Update Playlist'))
    await expect(toast(page, DRAFT)).toBeVisible()
    await expect(page).toHaveURL(`${DASHBOARD}/build/${playlistId}`)
  })
  await test.step('notes are done or answered, and then it is submitted again', async () => {
    await pressOn(button(note('Say for whom it is.'), 'Done'))
    await expect(button(note('Say for whom it is.'), 'Done')).toHaveAttribute('aria-pressed', 'true')
    await expect(decision).toContainText('1 of 2 notes are done or answered. 1 is left.')
    await pressOn(button(note('The slide cannot be read.'), 'Answer'))
    await expect(decision.getByLabel('Your answer')).toBeFocused()
    await page.keyboard.type('It is the original recording.')
    await pressOn(button(decision, 'Send'))
    await expect(note('The slide cannot be read.')).toContainText('It is the original recording.')
    await expect(decision).toContainText('2 of 2 notes are done or answered.')
    await pressOn(button(decision, 'Submit again'))
    await expect(toast(page, 'Submitted for review.')).toBeVisible()
    await expect(decision).toHaveCount(0)
    await expect(box(page, 'In review').first()).toBeVisible()
  })
  await test.step('the history has every decision and version with its changes', async () => {
    await pressOn(page.getByRole('link', { name: 'History' }))
    const history = box(page, 'History').getByRole('list').first()
    const sentences = history.locator('> li b')
    await expect(sentences).toHaveText([
      'You submitted version 2 with 1 video',
      `${admin.name} requested changes to version 1 with 1 video`,
      /^You submitted version 1/,
    ])
    await expect(history.locator('ins')).toHaveText(/And for you\./)
    await expectAccessible(page)
  })
  await test.step('an admin approves, and a visitor sees it', async () => {
    const desk = await admin.call('review.list', { query: { teacher: teacher.id } })
    const ids = desk.items.map(({ _id }) => _id)
    await admin.call('review.decideMany', { body: { ids, state: 'approved', reasons: [] } })
    const visitor = await newPerson()
    await visit(visitor, `/playlist-details/${playlistId}`)
    await expect(main(visitor)).toContainText('And for you.')
    await expect(main(visitor)).toContainText('Closures')
    await expect(main(visitor)).not.toContainText('Pending')
    await visit(page, `/watch-video/${playlistId}/${courseId}`)
    await expect(page.getByRole('heading', { name: 'Closures', level: 1 })).toBeVisible()
  })
})

test('the own pages and the forms show the decision, too', async ({ page, prepare, allowConsole }) => {
  // A page is rendered for visitors, to whom this playlist does not exist.
  allowConsole(/status of 404/)
  const { teacher, admin, playlistId, courseId } = await sentBack(prepare)
  const name = `Changes requested by ${admin.name} on ${today()}`
  await logInAs(page, teacher)
  for (const path of [
    `/playlist-details/${playlistId}`,
    `/watch-video/${playlistId}/${courseId}`,
    `${DASHBOARD}/edit-playlist/${playlistId}`,
    `${DASHBOARD}/edit-course/${playlistId}/${courseId}`,
  ]) {
    await visit(page, path)
    await expect(box(page, name)).toBeVisible()
    await expectAccessible(page)
  }
  await visit(page, `/watch-video/${playlistId}/${courseId}`)
  await button(page, 'At 0:42').click()
  await expect(page.getByRole('region', { name: 'Video player' })).toContainText('0:42')
  await visit(page, `/playlist-details/${playlistId}?as=student`)
  await expect(page.getByText('You are viewing this as a student.')).toBeVisible()
  await expect(box(page, name)).toHaveCount(0)
})

test('a new video of an approved course waits, and the form goes on with it', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const { id, courses } = await prepare.publish(teacher, { courses: [{ title: 'Closures' }] })
  const edit = `${DASHBOARD}/edit-course/${id}/${courses[0]?._id}`
  await logInAs(page, teacher)
  await visit(page, edit)
  await page.getByLabel('Video link').fill('https://youtu.be/IHZwWFHWa-w')
  await button(page, 'Update Course').click()
  await expect(
    toast(
      page,
      'Saved. The new video goes online when an admin has approved it; until then the old one stays.',
    ),
  ).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Closures' })
  await expect(row.getByRole('cell').nth(2)).toHaveText('ApprovedNew version in review')
  await visit(page, edit)
  await expect(page.getByLabel('Video link')).toHaveValue(/IHZwWFHWa-w/)
  await button(page, 'Withdraw').click()
  await expect(box(page, 'Before you submit')).toBeVisible()
  await button(page, 'Submit for review').click()
  await expect(box(page, 'Video in review')).toBeVisible()
})
