/** Drafts, submission and decision as a teacher sees them (product/teaching.md, "Drafts and submission"). */
import type { Locator, Page } from '@playwright/test'
import { pictureFile, toast } from './account-forms.ts'
import { expect, logInAs, type Member, test, unique } from './accounts.ts'
import { apiClient } from './api-client.ts'
import { COLOURS, violationsIn } from './axe.ts'
import { main, visit } from './screens.ts'

const DASHBOARD = '/teacher-dashboard'
const PENDING = 'Course added successfully and is pending admin approval'
const DRAFT = 'Saved as a draft. Only you and admins can see it.'
const LONG =
  'How a function remembers the place it was written in, drawn step by step, for people who write code.'
const LINKS = ['aircAruvnKk', 'IHZwWFHWa-w', 'Ilg3gGewQ5U', 'tIeHLnjs5U8', 'WUvTyaaNkzM']
const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }

const box = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true })
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const today = () => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }).format(new Date())

/** Counts the presses that a mouse needs. Choosing a file or an option is one. */
function clickCounter() {
  let count = 0
  return {
    click: async (target: Locator) => {
      count += 1
      await target.click()
    },
    choose: async (chosen: Promise<unknown>) => {
      count += 1
      await chosen
    },
    count: () => count,
  }
}

async function writeCourse(page: Page, title: string): Promise<void> {
  await page.getByLabel('Video title').fill(title)
  await page.getByLabel('Video link').fill('https://youtu.be/aircAruvnKk')
  await page.getByLabel('Video image').setInputFiles(await pictureFile('frame.jpg', '#7ac62a'))
  await page.getByLabel('Description').fill('One thing, done once.')
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsIn(page, undefined)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsIn(page, COLOURS)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(PHONE)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await violationsIn(page, undefined)).toEqual([])
  await page.setViewportSize(WIDE)
}

test.use({ viewport: WIDE })

test('a playlist with five pasted videos is submitted with nine clicks', async ({ page, prepare }) => {
  const { click, choose, count } = clickCounter()
  const title = `Neural networks ${unique()}`
  await logInAs(page, await prepare.member('Teacher'))
  await visit(page, '/')
  await click(page.getByRole('link', { name: 'Dashboard' }))
  await click(page.getByRole('link', { name: 'Add new playlist' }))
  await page.getByLabel('Title', { exact: true }).fill(title)
  await choose(page.getByLabel('Category').selectOption('science'))
  await choose(page.getByLabel('Playlist image').setInputFiles(await pictureFile('cover.jpg', '#2a7ac6')))
  await page.getByLabel('Description').fill(LONG)
  await click(button(page, 'Add Playlist'))
  await expect(toast(page, PENDING)).toBeVisible()
  await click(page.getByRole('link', { name: 'Add your first video' }))
  const links = page.getByLabel('Paste one YouTube or Vimeo link per line.')
  await click(links)
  await links.fill(LINKS.map((id) => `https://youtu.be/${id}`).join('\n'))
  await click(button(page, 'Add 5 videos'))
  await expect(box(page, 'Before you submit')).toContainText('5 videos are drafts. An admin will review them')
  await click(button(page, 'Submit for review'))
  await expect(toast(page, 'Submitted for review.')).toBeVisible()
  await expect(box(page, 'Before you submit')).toHaveCount(0)
  await expect(box(page, 'In review')).toContainText(
    /^In reviewIn review since \d\d:\d\d\. Changes you make now will be part of the review\.Withdraw$/,
  )
  expect(count()).toBeLessThanOrEqual(9)
})

test('a playlist with five videos is published by the forms with at most fourteen clicks', async ({
  page,
  prepare,
}) => {
  const { click, choose, count } = clickCounter()
  const title = `Neural networks ${unique()}`
  const teacher = await prepare.member('Teacher')
  await logInAs(page, teacher)
  await visit(page, '/')
  await click(page.getByRole('link', { name: 'Dashboard' }))
  await click(page.getByRole('link', { name: 'Add new playlist' }))
  await page.getByLabel('Title', { exact: true }).fill(title)
  await choose(page.getByLabel('Category').selectOption('science'))
  await choose(page.getByLabel('Playlist image').setInputFiles(await pictureFile('cover.jpg', '#2a7ac6')))
  await page.getByLabel('Description').fill(LONG)
  await click(button(page, 'Add Playlist'))
  await click(page.getByRole('link', { name: 'Add your first video' }))
  await click(page.getByRole('link', { name: 'One by one' }))
  for (const [index, id] of LINKS.entries()) {
    await page.getByLabel('Video title').fill(`Lesson ${index + 1}`)
    await page.getByLabel('Video link').fill(`https://youtu.be/${id}`)
    await page.getByLabel('Description').fill('One thing, done once.')
    const isLast = index === LINKS.length - 1
    await click(button(page, isLast ? 'Add Course' : 'Add and start another'))
    if (!isLast) await expect(page.getByLabel('Video title')).toHaveValue('')
  }
  await expect(box(page, 'In review')).toBeVisible()
  const playlistId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { courses } = await teacher.call('playlists.get', { params: { playlistId } })
  expect(
    courses.map(({ videoTitle, isCourseApproved, stage }) => [videoTitle, isCourseApproved, stage]),
  ).toEqual(LINKS.map((_, index) => [`Lesson ${index + 1}`, 'pending', undefined]))
  expect(count()).toBeLessThanOrEqual(14)
})

test('a draft is saved, checked, submitted and withdrawn; others never see it', async ({
  page,
  newPerson,
  prepare,
  app,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const teacher = await prepare.member('Teacher')
  const title = `Drafts ${unique()}`
  await logInAs(page, teacher)
  await visit(page, `${DASHBOARD}/add-playlist`)
  await page.getByLabel('Title', { exact: true }).fill('Short')
  await page.getByLabel('Category').selectOption('development')
  await page.getByLabel('Playlist image').setInputFiles(await pictureFile('cover.jpg', '#2a7ac6'))
  await page.getByLabel('Description').fill('Too little.')
  await button(page, 'Save as draft').click()
  await expect(toast(page, DRAFT)).toBeVisible()
  await expect(page.getByText('No courses yet in this playlist')).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const before = box(page, 'Before you submit')

  await test.step('failed checks say what to do, lead there and block', async () => {
    await expect(before.getByRole('listitem')).toHaveText([
      'Missing: Title of at least 10 charactersThe title needs at least 10 characters.',
      'Missing: Description of at least 100 charactersThe description needs at least 100 characters.',
      'Done: An uploaded picture',
      'Missing: At least 1 video0Add at least one video.',
      'Warning: Every video playsThere is no video to check yet.',
      'Warning: Captions (recommended)There is no video yet.',
    ])
    await expect(before).toContainText('1 of 6 done')
    await expect(button(page, 'Submit for review')).toHaveAttribute('aria-disabled', 'true')
    await button(page, 'Submit for review').press('Enter')
    await expect(before.getByRole('link', { name: 'The title needs at least 10 characters.' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
    await page.getByLabel('Title', { exact: true }).fill(title)
    await page.getByLabel('Description').fill(LONG)
    await button(page, 'Update Playlist').click()
    await expect(toast(page, DRAFT)).toBeVisible()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  })
  await test.step('the course form keeps the playlist from one course to the next', async () => {
    await page.getByRole('link', { name: 'Add your first video' }).click()
    await page.getByRole('link', { name: 'One by one' }).click()
    await writeCourse(page, 'Closures')
    await button(page, 'Save as draft').click()
    await expect(page).toHaveURL(`${DASHBOARD}/build/${id}`)
    await page.getByRole('link', { name: 'Add new course' }).click()
    await page.getByLabel('Playlist', { exact: true }).selectOption({ label: title })
    await writeCourse(page, 'Hoisting')
    await button(page, 'Add and start another').click()
    await expect(toast(page, PENDING)).toBeVisible()
    await expect(page.getByLabel('Video title')).toHaveValue('')
    await expect(page.getByLabel('Video title')).toBeFocused()
    await expect(page.getByLabel('Playlist', { exact: true })).toHaveValue(id)
    await page.getByRole('link', { name: 'Courses table' }).click()
    await page.getByRole('link', { name: 'Add new course' }).click()
    await expect(page.getByLabel('Playlist', { exact: true })).toHaveValue(id)
    await page.getByRole('link', { name: 'Cancel' }).click()
  })
  await test.step('only the teacher and admins see it', async () => {
    await expect(page).toHaveURL(`${DASHBOARD}/table-course?playlist=${id}`)
    const cells = page.getByRole('row').filter({ hasText: 'Closures' }).getByRole('cell')
    await expect(cells.nth(2)).toHaveText('Draft')
    await visit(page, `/playlist-details/${id}`)
    await expect(page.getByText('Pending: only you and admins can see this.')).toBeVisible()
    await expect(main(page).getByText('2 videos')).toHaveCount(2)
    const stranger = await newPerson()
    await visit(stranger, `/playlist-details/${id}`)
    await expect(main(stranger)).not.toContainText(title)
    const other = await prepare.member('Teacher')
    for (const call of [apiClient(app.url), other.call]) {
      await expect(call('playlists.get', { params: { playlistId: id } })).rejects.toThrow()
    }
  })
  await test.step('it is submitted, and withdrawn again', async () => {
    await visit(page, `${DASHBOARD}/build/${id}`)
    await expect(before).toContainText('4 of 6 done')
    await expect(before).toContainText('2 videos have not been played yet. You can submit now.')
    await button(page, 'Submit for review').click()
    await expect(box(page, 'In review').first()).toContainText(
      'Changes you make now will be part of the review.',
    )
    await expect(main(page).locator('header').getByText('Submitted')).toBeVisible()
    await button(main(page), 'Withdraw').first().click()
    await expect(toast(page, 'Withdrawn. It is a draft again.')).toBeVisible()
    await expect(main(page).locator('header').getByText('Draft', { exact: true })).toBeVisible()
    await expect(before).toBeVisible()
  })
})

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
  const revision = (kind: string) => desk.items.find(({ subject }) => subject.kind === kind)?._id ?? ''
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
    await expect(decision).toContainText('0 of 2 notes are done or explained. 2 are left.')
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
  await test.step('notes are done or explained, and then it is submitted again', async () => {
    await pressOn(button(note('Say for whom it is.'), 'Done'))
    await expect(button(note('Say for whom it is.'), 'Done')).toHaveAttribute('aria-pressed', 'true')
    await expect(decision).toContainText('1 of 2 notes are done or explained. 1 is left.')
    await pressOn(button(note('The slide cannot be read.'), 'Explain'))
    await expect(decision.getByLabel('Your answer')).toBeFocused()
    await page.keyboard.type('It is the original recording.')
    await pressOn(button(decision, 'Save'))
    await expect(note('The slide cannot be read.')).toContainText(
      'Your answer: It is the original recording. Edit',
    )
    await expect(decision).toContainText('2 of 2 notes are done or explained.')
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
  await expect(row.getByRole('cell').nth(2)).toHaveText('approvedNew version submitted')
  await visit(page, edit)
  await expect(page.getByLabel('Video link')).toHaveValue(/IHZwWFHWa-w/)
  await button(page, 'Withdraw').click()
  await expect(box(page, 'Before you submit')).toBeVisible()
  await button(page, 'Submit for review').click()
  await expect(box(page, 'Video in review')).toBeVisible()
})
