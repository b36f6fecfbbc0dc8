/** A missing resource has status 404 and the same sentence for a visitor, a user and an admin. */
import { expect, logInAs, test } from './accounts.ts'
import { heading, main } from './screens.ts'

const NOBODY = '0123456789abcdef01234567'
const MISSING = { status: 404, sentence: 'Page Not Found' }
const TOO_LONG = { status: 400, sentence: 'Search text must be at most 100 characters.' }

test('a missing resource is reported as missing to a visitor, a student and an admin', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 40[04]/)
  const { id } = await prepare.member('Student')
  const student = await prepare.member('Student')
  for (const person of [undefined, student, await prepare.admin()]) {
    if (person) await logInAs(page, person)
    for (const [path, { status, sentence }] of [
      [`/user-saved-playlist/${NOBODY}`, MISSING],
      [`/teacher-profile/${id}`, MISSING],
      // A student's own address is as little that of a teacher.
      [`/teacher-profile/${student.id}`, MISSING],
      [`/course-search?q=${'x'.repeat(101)}`, TOO_LONG],
    ] as const) {
      const response = await page.goto(path)
      expect([path, response?.status()]).toEqual([path, status])
      await expect(heading(page, sentence)).toBeVisible()
      await expect(page).toHaveURL(path)
    }
  }
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
