/** What a teacher sees of who learns: by keyboard alone, on a phone, without colours; and what a learner says about it. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { videoKeyOf } from '#contract/video/video-key.ts'
import { expect, logInAs, type Member, type Published, test } from './accounts.ts'
import { beSound } from './screen-checks.ts'
import { heading, main, visit } from './screens.ts'
import { tabTo } from './tab-to.ts'
import { DASHBOARD, expectAccessible } from './teacher-screens.ts'
import { watchPath } from './watching.ts'

/** Figures are counted once a minute. */
test.describe.configure({ timeout: 300_000 })

const LEARNERS = 20
const GO_ON = 12
const tile = (page: Page, word: string) =>
  main(page)
    .getByRole('term')
    .filter({ has: page.getByRole('button', { name: `What “${word}” means` }) })
    .locator('xpath=following-sibling::dd')

/** Watches the beginning of the first video and marks it and the next ones as done. */
async function learn(student: Member, { courses }: Published, count: number): Promise<void> {
  const [first] = courses
  await student.call('progress.save', {
    params: { id: first?._id ?? '' },
    body: {
      at: 20,
      duration: 120,
      ranges: [[0, 20]],
      videoKey: videoKeyOf({ source: 'youtube', key: first?.videoLink ?? '' }),
      rate: 1,
    },
  })
  for (const { _id } of courses.slice(0, count))
    await student.call('progress.done', { params: { id: _id }, body: { done: true } })
}

async function download(page: Page, name: string): Promise<string> {
  await tabTo(page, page.getByRole('button', { name }))
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  return readFile(await file.path(), 'utf8')
}

test('a teacher finds the lesson to repair, and the learners who show their names, by keyboard', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, {
    courses: [{ title: 'Hoisting' }, { title: 'Closures' }, { title: 'Modules' }],
  })
  const students: Member[] = []
  for (let index = 0; index < LEARNERS; index += 1) {
    const student = await prepare.member('Student')
    await learn(student, published, index < GO_ON ? 3 : 1)
    students.push(student)
  }
  const [named] = students
  if (!named) throw new Error('There is no student.')
  await named.call('privacy.update', { body: { progressShown: true, told: true } })
  const [question] = published.courses
  await named.call('comments.create', {
    body: { text: 'Why is it hoisted?', courseId: question?._id ?? '', question: true, at: 10 },
  })
  await logInAs(page, teacher)

  await test.step('all playlists', async () => {
    await expect(async () => {
      await visit(page, `${DASHBOARD}/analytics`)
      await expect(tile(page, 'Learners')).toContainText(`${LEARNERS}+${LEARNERS} in 28 days`, {
        timeout: 3000,
      })
    }).toPass({ timeout: 150_000 })
    await expect(tile(page, 'Finished')).toContainText(String(GO_ON))
    await tabTo(page, page.getByRole('button', { name: 'What “Finished” means' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Learners who once had all public videos done.')).toBeVisible()
    await page.keyboard.press('Escape')
    await tabTo(page, page.getByRole('button', { name: 'Table' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Minutes watched per day: table' })).toContainText(
      'Finished',
    )
    await expectAccessible(page)
    expect(await download(page, 'CSV of all playlists')).toContain(published.title)
    await tabTo(page, main(page).getByRole('link', { name: published.title }))
    await page.keyboard.press('Enter')
  })

  await test.step('the playlist', async () => {
    await expect(heading(page, published.title)).toBeVisible()
    await expect(main(page).getByText(/Look at lesson 1, “Hoisting”:/)).toBeVisible()
    await expect(main(page).getByRole('row').filter({ hasText: 'Hoisting' })).toContainText('208 · 40 %')
    const learners = main(page).getByRole('region', { name: 'Learners' })
    await expect(learners).toContainText(`${LEARNERS - 1} learners hide their names.`)
    await expect(learners).toContainText('3 of 3')
    await expectAccessible(page)
    const csv = await download(page, 'CSV of learners')
    expect(csv.startsWith('\ufeff')).toBe(true)
    expect(csv).toContain(named.user.username)
    for (const { user } of students.slice(1)) expect(csv).not.toContain(user.username)
    await tabTo(page, page.getByRole('link', { name: 'Open the lesson' }))
    await page.keyboard.press('Enter')
  })

  await test.step('the lesson', async () => {
    await expect(heading(page, '1 Hoisting')).toBeVisible()
    const strip = page.getByRole('slider', { name: 'Place in the video' })
    await tabTo(page, strip)
    await page.keyboard.press('Home')
    await expect(strip).toHaveAttribute('aria-valuetext', '0:00: 20 got here, 100 % watched, 0 stopped')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(strip).toHaveAttribute('aria-valuetext', '0:20: 20 got here, 0 % watched, 0 stopped')
    await expect(main(page).getByText('Why is it hoisted?')).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ forcedColors: 'active' })
    await beSound(page, 'the lesson without colours')
    await page.emulateMedia({ forcedColors: 'none' })
    await tabTo(page, page.getByRole('link', { name: '2 Closures' }))
    await page.keyboard.press('Enter')
    await expect(heading(page, '2 Closures')).toBeVisible()
  })

  await test.step('an admin, and another teacher', async () => {
    const admin = await prepare.admin()
    await logInAs(page, admin)
    await visit(page, `${DASHBOARD}/analytics?teacher=${teacher.id}`)
    await expect(tile(page, 'Learners')).toContainText(String(LEARNERS))
    await visit(page, `${DASHBOARD}/analytics/${published.id}`)
    await expect(heading(page, published.title)).toBeVisible()
  })
})

test('nobody has watched: the screens say so', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const { id, courses } = await prepare.publish(teacher, { courses: [{}] })
  await logInAs(page, teacher)
  for (const path of ['', `/${id}`, `/${id}/${courses[0]?._id}`]) {
    await visit(page, `${DASHBOARD}/analytics${path}`)
    await expect(heading(page, 'Nobody has watched this yet.')).toBeVisible()
    await expectAccessible(page)
  }
})

test('a learner is told before a teacher sees the name, hides, and shows it again', async ({
  page,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const student = await prepare.member('Student')
  const privacy = () => student.call('privacy.get')
  await logInAs(page, student)
  await visit(page, watchPath(published))
  await expect(main(page).getByText(/^Teachers and admins can see your name, how many videos/)).toBeVisible()
  expect(await privacy()).toEqual({ progressShown: true, told: false })
  await expectAccessible(page)
  await tabTo(page, page.getByRole('button', { name: 'Hide me' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Hide me' })).toHaveCount(0)
  await expect.poll(privacy).toEqual({ progressShown: false, told: true })
  await page.reload()
  await expect(main(page).getByRole('button', { name: 'Mark as done' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hide me' })).toHaveCount(0)

  for (const path of ['/account/security', `/update-user/${student.id}`]) {
    await visit(page, path)
    const box = page.getByRole('switch', { name: 'Let teachers see my progress' })
    const isShown = path === '/account/security'
    await expect(box).toHaveAttribute('aria-checked', String(!isShown))
    await tabTo(page, box)
    await page.keyboard.press('Space')
    await expect(box).toHaveAttribute('aria-checked', String(isShown))
    await expect.poll(privacy).toEqual({ progressShown: isShown, told: true })
  }
})
