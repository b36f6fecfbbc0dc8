/** A separate site with more users than one page of a table holds, and with an admin who teaches. */
import { expect, logInAs, test } from './accounts.ts'
import { multiply } from './copy-rows.ts'
import { main, openPopup, sideMenu, visit } from './screens.ts'

test.use({ site: 'many people' })

const PAGE = 50

test('the table of users loads page by page', async ({ page, prepare, app }) => {
  const student = await prepare.member('Student')
  multiply(app, ({ copy }) => {
    copy({
      table: 'users',
      of: ['id', student.id],
      count: 2 * PAGE,
      own: (_, index) => ({
        username: `Student ${index}`,
        username_key: `student ${index}`,
        email: `student-${index}@example.org`,
        email_key: `student-${index}@example.org`,
      }),
    })
  })
  await logInAs(page, await prepare.admin())
  await visit(page, '/admin/students')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(1 + PAGE)
  const more = main(page).getByRole('button', { name: 'Show more' })
  await more.click()
  await expect(rows).toHaveCount(1 + 2 * PAGE)
  await more.click()
  // Also the copied user, but not the site's admin, who is no teacher.
  await expect(rows).toHaveCount(1 + 2 * PAGE + 2)
  await expect(more).toHaveCount(0)
})

test('an admin who teaches has the ways of both', async ({ page, prepare, app }) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{}] })
  multiply(app, ({ change }) => change('users', teacher.id, { is_admin: 1 }))
  await logInAs(page, await prepare.login(teacher))
  await visit(page, '/')

  await test.step('the popup leads to the dashboard of a teacher, the side menu to both', async () => {
    const popup = await openPopup(page)
    await expect(popup.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/teacher-dashboard')
    await page.keyboard.press('Escape')
    await expect(sideMenu(page).getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
    await expect(page.getByRole('heading', { name: /become a tutor/i })).toHaveCount(0)
  })
  await test.step('their own playlist, as a teacher', async () => {
    await visit(page, '/teacher-dashboard')
    await expect(page.getByRole('row').filter({ hasText: published.title })).toBeVisible()
  })
  await test.step('and as an admin', async () => {
    await visit(page, `/admin/playlist-view/${published.id}`)
    await expect(page.getByRole('heading', { name: published.title })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'approved' })).toBeChecked()
  })
})
