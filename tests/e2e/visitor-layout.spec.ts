import { expect, test } from './accounts.ts'
import { header, heading, openPopup, scrollTo, searchBox, sideMenu, visit } from './screens.ts'

const isDark = () => document.body.classList.contains('dark')

test.describe('from 1200 px on', () => {
  test.use({ viewport: { width: 1280, height: 500 } })

  test('the header, the side menu and the footer stand around a visitor’s screens', async ({ page }) => {
    await visit(page, '/about')
    await test.step('header', async () => {
      for (const name of ['Toggle side menu', 'Dark mode', 'Profile menu', 'Search']) {
        await expect(header(page).getByRole('button', { name, exact: true })).toBeVisible()
      }
      await expect(searchBox(page)).toBeVisible()
      await header(page).getByRole('link', { name: 'Lectern' }).click()
      await expect(page).toHaveURL('/')
    })
    await test.step('side menu', async () => {
      const menu = sideMenu(page)
      await expect(menu.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
      await expect(menu.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
      await expect(menu.getByRole('button', { name: 'Log Out' })).toHaveCount(0)
      await expect(menu.getByRole('navigation').getByRole('link')).toHaveText([
        'Home',
        'About',
        'Courses',
        'Teachers',
        'Contact Us',
      ])
      await expect(menu.locator('[aria-current="page"]')).toHaveText(['Home'])
      await menu.getByRole('link', { name: 'Teachers' }).click()
      await expect(menu.locator('[aria-current="page"]')).toHaveText(['Teachers'])
    })
    await test.step('footer', async () => {
      await expect(page.getByRole('contentinfo')).toHaveText(
        `© ${new Date().getUTCFullYear()} Lectern. All rights reserved. · Accessibility`,
      )
    })
    await test.step('the side menu is put away and does not close by scrolling', async () => {
      const toggle = header(page).getByRole('button', { name: 'Toggle side menu' })
      await visit(page, '/')
      await scrollTo(page, 100)
      await expect(sideMenu(page).getByRole('link', { name: 'About' })).toBeVisible()
      await toggle.click()
      await expect(toggle).toHaveAttribute('aria-expanded', 'false')
      await expect(sideMenu(page).getByRole('link', { name: 'About' })).toBeHidden()
      await toggle.click()
      await expect(sideMenu(page).getByRole('link', { name: 'About' })).toBeVisible()
    })
  })

  test('the profile popup of a visitor closes by scrolling over 10 px and by following a link', async ({
    page,
  }) => {
    await visit(page, '/')
    const popup = await openPopup(page)
    await expect(popup.getByRole('link')).toHaveText(['Login', 'Register'])
    await expect(popup.getByRole('button')).toHaveCount(0)
    await scrollTo(page, 10)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(10)
    await expect(popup).toBeVisible()
    await scrollTo(page, 11)
    await expect(popup).toBeHidden()

    // The scroll event may come late and would close the popup again.
    await scrollTo(page, 0)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await openPopup(page)
    await page.keyboard.press('Escape')
    await expect(popup).toBeHidden()
    await visit(page, '/')
    await openPopup(page)
    await popup.getByRole('link', { name: 'Register' }).click()
    await expect(page).toHaveURL('/register')
    await expect(popup).toBeHidden()
  })

  test('dark mode gives the body its class and is still there on the next visit', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await visit(page, '/')
    const toggle = header(page).getByRole('button', { name: 'Dark mode' })
    expect(await page.evaluate(isDark)).toBe(false)
    await expect(toggle).toHaveAttribute('aria-pressed', 'false')
    const light = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
    await toggle.click()
    await expect(page.locator('body')).toHaveClass(/(^|\s)dark(\s|$)/)
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('body')).not.toHaveCSS('background-color', light)
    await visit(page, '/about')
    expect(await page.evaluate(isDark)).toBe(true)
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-pressed', 'false')
    await visit(page, '/courses')
    expect(await page.evaluate(isDark)).toBe(false)
  })
})

test.describe('below 1200 px', () => {
  test.use({ viewport: { width: 800, height: 500 } })

  test('the side menu lies over the page and closes by scrolling over 10 px', async ({ page }) => {
    await visit(page, '/')
    const about = sideMenu(page).getByRole('link', { name: 'About' })
    const toggle = header(page).getByRole('button', { name: 'Toggle side menu' })
    await expect(about).toBeHidden()
    await toggle.click()
    await expect(about).toBeVisible()
    await scrollTo(page, 10)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(10)
    await expect(about).toBeVisible()
    await scrollTo(page, 12)
    await expect(about).toBeHidden()

    await toggle.click()
    await page.keyboard.press('Escape')
    await expect(about).toBeHidden()
    await toggle.click()
    await sideMenu(page).getByRole('button', { name: 'Close side menu' }).click()
    await expect(about).toBeHidden()
    await expect(toggle).toBeFocused()
    await toggle.click()
    await about.click()
    await expect(heading(page, 'Why choose us?')).toBeVisible()
    await expect(about).toBeHidden()
  })

  test('the small search opens by its button and closes by scrolling', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 500 })
    await visit(page, '/')
    const toggle = header(page).getByRole('button', { name: 'Toggle search' })
    await expect(searchBox(page)).toBeHidden()
    await toggle.click()
    await expect(searchBox(page)).toBeFocused()
    await scrollTo(page, 12)
    await expect(searchBox(page)).toBeHidden()
    await toggle.click()
    await searchBox(page).fill('chess')
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL('/course-search?q=chess')
  })
})
