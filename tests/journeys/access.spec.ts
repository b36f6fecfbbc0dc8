import AxeBuilder from '@axe-core/playwright'
import { type DemoRole, test } from './demo.ts'
import { expect } from './house.ts'

/** `{playlist}` and `{course}` stand for the newest public ones. */
const SCREENS: { role: DemoRole; paths: string[] }[] = [
  {
    role: 'visitor',
    paths: [
      '/',
      '/courses',
      '/playlist-details/{playlist}',
      '/course-search?q=calculus',
      '/course-search?q=zzzz',
      '/login',
      '/register',
    ],
  },
  { role: 'Student', paths: ['/', '/watch-video/{playlist}/{course}', '/user-saved-playlist/{me}'] },
  {
    role: 'Teacher',
    paths: [
      '/teacher-dashboard',
      '/teacher-dashboard/add-playlist',
      '/teacher-dashboard/table-course',
      '/teacher-dashboard/add-course',
    ],
  },
  {
    role: 'Admin',
    paths: [
      '/admin',
      '/admin/courses-admin',
      '/admin/playlist-view/{playlist}',
      '/admin/course-view/{playlist}/{course}',
    ],
  },
]

for (const { role, paths } of SCREENS) {
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      test(`axe finds nothing on the screens of a ${role} in ${theme} at ${width} px`, async ({
        page,
        become,
        house,
      }) => {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 900 })
        await become(page, role)
        const { playlists } = await (await page.request.get('/api/playlists?limit=1')).json()
        for (const path of paths) {
          await page.goto(
            path
              .replace('{playlist}', playlists[0]._id)
              .replace('{course}', playlists[0].courses[0]._id)
              .replace('{me}', playlists[0].teacher._id),
          )
          await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html}`)).toEqual([])
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
          expect(overflow, `${path} scrolls sideways on ${house.url}`).toBeLessThanOrEqual(0)
        }
      })
    }
  }
}

test('the popup, the side menu, the search row and the log-out dialog are sound when open', async ({
  page,
  become,
}) => {
  await become(page, 'Student')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const sound = async () => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  }
  await page.getByRole('button', { name: 'Toggle search' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search courses' })).toBeFocused()
  await sound()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Profile' })).toBeVisible()
  await sound()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Toggle side menu' }).click()
  await sound()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Are you sure?' })).toBeVisible()
  await sound()
})
