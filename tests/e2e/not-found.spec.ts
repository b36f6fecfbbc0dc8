/** A missing resource has status 404 and the same sentence for a visitor, a user and an admin. */
import { expect, logInAs, test } from './accounts.ts'
import { heading, main } from './screens.ts'

const NOBODY = '0123456789abcdef01234567'
const MISSING = { status: 404, sentence: 'Page Not Found' }
const TOO_LONG = { status: 400, sentence: 'Search text must be at most 100 characters.' }

for (const who of ['a visitor', 'a student', 'an admin'] as const) {
  test(`a missing resource is reported as missing to ${who}`, async ({ page, prepare, allowConsole }) => {
    allowConsole(/status of 40[04]/)
    const { id } = await prepare.member('Student')
    if (who === 'a student') await logInAs(page, await prepare.member('Student'))
    if (who === 'an admin') await logInAs(page, await prepare.admin())
    for (const [path, { status, sentence }] of [
      [`/user-saved-playlist/${NOBODY}`, MISSING],
      [`/teacher-profile/${id}`, MISSING],
      [`/course-search?q=${'x'.repeat(101)}`, TOO_LONG],
    ] as const) {
      const response = await page.goto(path)
      expect([path, response?.status()]).toEqual([path, status])
      await expect(heading(page, sentence)).toBeVisible()
      await expect(page).toHaveURL(path)
    }
  })
}

test('a student’s own address as a teacher is as little there', async ({ page, prepare, allowConsole }) => {
  allowConsole(/status of 404/)
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await page.goto(`/teacher-profile/${student.id}`)
  await expect(heading(page, 'Page Not Found')).toBeVisible()
})

test('a video that an admin withdraws while it is open says so, and the comment being written is kept', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const { id, courses } = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const [course] = courses
  const admin = await prepare.admin()
  await logInAs(page, await prepare.member('Student'))
  const address = `/watch-video/${id}/${course?._id}`
  const opened = page.waitForResponse(/\/api\/live/)
  await page.goto(address)
  await opened
  await page.getByLabel('Add a comment').fill('Half a')
  const set = (isCourseApproved: 'cancel' | 'approved') =>
    admin.call('approval.course', { params: { courseId: course?._id ?? '' }, body: { isCourseApproved } })
  await set('cancel')
  await expect(heading(page, 'Video not available.')).toBeVisible({ timeout: 30_000 })
  await expect(main(page).getByLabel('Add a comment')).toHaveCount(0)
  await set('approved')
  await page.reload()
  await expect(page.getByLabel('Add a comment')).toHaveValue('Half a')
})
