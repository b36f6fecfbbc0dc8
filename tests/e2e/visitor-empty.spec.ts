import { expect, test } from './accounts.ts'
import { heading, main, visit } from './screens.ts'

test.use({ site: 'nothing published' })

test('each screen of a new site tells a visitor that it is empty', async ({ page }) => {
  await test.step('home', async () => {
    await visit(page, '/')
    await expect(heading(page, 'No Courses yet')).toBeVisible()
    await expect(page.getByRole('link', { name: 'View All Courses' })).toHaveCount(0)
  })
  await test.step('courses', async () => {
    await visit(page, '/courses')
    await expect(heading(page, 'No Courses yet.')).toBeVisible()
  })
  await test.step('teachers', async () => {
    await visit(page, '/teachers')
    await expect(heading(page, 'No teacher found.')).toBeVisible()
    await expect(page.getByText('Nobody teaches here yet.')).toBeVisible()
    await expect(heading(page, 'Become A Tutor')).toBeVisible()
  })
  await test.step('search', async () => {
    await visit(page, '/course-search?q=calculus')
    await expect(heading(page, 'No playlist found.')).toBeVisible()
  })
  await test.step('about: the admin is the only profile', async () => {
    await visit(page, '/about')
    await expect(main(page).getByRole('article')).toHaveCount(1)
  })
})

test('pending work is on no public screen', async ({ page, prepare, allowConsole }) => {
  allowConsole(/status of 404/)
  const teacher = await prepare.member('Teacher')
  const pending = await prepare.publish(teacher, { status: 'pending', courses: [{ status: 'approved' }] })
  await prepare.publish(teacher, { status: 'processing', title: `${pending.title} later` })
  await prepare.publish(teacher, { status: 'cancel', title: `${pending.title} never` })

  await visit(page, '/')
  await expect(heading(page, 'No Courses yet')).toBeVisible()
  await visit(page, '/courses')
  await expect(heading(page, 'No Courses yet.')).toBeVisible()
  await visit(page, `/course-search?q=${encodeURIComponent(pending.title)}`)
  await expect(heading(page, 'No playlist found.')).toBeVisible()
  await visit(page, `/teacher-profile/${teacher.id}`)
  await expect(heading(page, 'No courses for this teacher')).toBeVisible()
  await visit(page, `/playlist-details/${pending.id}`)
  await expect(heading(page, 'Page Not Found')).toBeVisible()
})
