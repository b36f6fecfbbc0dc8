import { test as base, expect, logInAs } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { header, heading, main, visit } from './screens.ts'
import { openTestApp, type RunningApp } from './server.ts'

/** A site of its own, because its settings change. */
const test = base.extend<object, { app: RunningApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const app = await openTestApp()
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** A PNG of 160 × 160 in one colour, drawn by the browser. */
const drawLogo = () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 160 })
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = '#e0700f'
    context.fillRect(0, 0, 160, 160)
  }
  return canvas.toDataURL('image/png').split(',')[1] ?? ''
}

test('an admin gives the site a name, a logo, a colour and terms, and everybody sees them', async ({
  page,
  browser,
  prepare,
}) => {
  const admin = await prepare.admin()
  const student = await prepare.member('Student')
  await logInAs(page, admin)
  await visit(page, '/admin/settings')
  const site = main(page).getByRole('form', { name: 'Site' })
  await site.getByLabel('Name').fill('Riverside')
  await site.getByLabel('Accent colour').fill('#E0700F')
  await expect(site.getByText(/white text on your colour has only 3\.2:1\.$/)).toBeVisible()
  const logo = Buffer.from(await page.evaluate(drawLogo), 'base64')
  await site.getByLabel('Logo').setInputFiles({ name: 'riverside.png', mimeType: 'image/png', buffer: logo })
  await site.getByLabel('Welcome text').fill('Films and courses of Riverside School.')
  await site.getByRole('button', { name: 'Save' }).click()
  await expect(header(page).getByRole('link', { name: 'Riverside' }).locator('img')).toBeVisible()
  expect(await violationsIn(page, undefined)).toEqual([])

  await main(page).getByRole('link', { name: 'Write Terms' }).click()
  const editor = main(page).getByRole('form', { name: 'Terms' })
  await editor.getByLabel('Text').fill('# Be kind\n\n<script>alert(1)</script>')
  await editor.getByRole('button', { name: 'Preview' }).click()
  await expect(editor.getByRole('heading', { name: 'Be kind' })).toBeVisible()
  await editor.getByRole('button', { name: 'Publish version 1' }).click()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await visit(visitor, '/')
  await expect(visitor).toHaveTitle(/Riverside/)
  await expect(header(visitor).getByRole('link', { name: 'Riverside' }).locator('img')).toBeVisible()
  const brand = () =>
    visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--lec-brand'))
  await expect.poll(brand).not.toMatch(/^(#0d6348|#6ce1b5)$/)
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(heading(visitor, 'Be kind')).toBeVisible()
  await expect(main(visitor).getByText('<script>alert(1)</script>')).toBeVisible()
  await visit(visitor, '/login')
  await expect(visitor.getByText('Films and courses of Riverside School.').last()).toBeVisible()
  await visit(visitor, '/register')
  await expect(visitor.getByLabel('I accept the terms.')).toBeVisible()
  await visit(visitor, '/accessibility')
  await expect(heading(visitor, 'How to complain')).toBeVisible()
  expect(await violationsIn(visitor, undefined)).toEqual([])

  await logInAs(visitor, student)
  await visit(visitor, '/')
  const prompt = visitor.getByRole('dialog', { name: 'Please read our terms.' })
  await prompt.getByRole('link', { name: 'Read' }).click()
  await expect(heading(visitor, 'Be kind')).toBeVisible()
  expect(await violationsIn(visitor, undefined)).toEqual([])
  await visitor.getByRole('region', { name: 'Consent' }).getByRole('button', { name: 'Accept' }).click()
  await expect(visitor.getByRole('region', { name: 'Consent' })).toBeHidden()
  await visit(visitor, '/')
  await expect(visitor.getByRole('dialog', { name: 'Please read our terms.' })).toBeHidden()
})
