import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { pictureFile } from './account-forms.ts'
import { test } from './demo.ts'
import { expect } from './site.ts'
import { tabTo } from './tab-to.ts'

async function activate(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

async function accountOf(dataDir: string, role: string): Promise<{ email: string; password: string }> {
  const { accounts } = JSON.parse(await readFile(join(dataDir, 'demo-accounts.json'), 'utf8'))
  return accounts.find((account: { role: string }) => account.role === role)
}

test('a student without a mouse searches, logs in, watches, likes, comments and saves', async ({
  page,
  app,
}) => {
  test.setTimeout(180_000)
  const { email, password } = await accountOf(app.dataDir, 'Student')
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await type(page, page.getByRole('searchbox', { name: 'Search courses' }), 'calculus')
  await page.keyboard.press('Enter')
  await activate(page, page.getByRole('link', { name: 'View Playlist: Calculus You Can See' }))
  await activate(page, page.getByRole('link', { name: /The essence of calculus/ }))
  await type(page, page.getByLabel('Email'), email)
  await type(page, page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'The essence of calculus', level: 1 })).toBeVisible()

  await activate(
    page,
    page.getByRole('button', { name: /^(Play video|Watch again|Continue at .+): The essence of calculus$/ }),
  )
  await expect(page.locator('iframe')).toBeVisible()
  const likes = page.getByRole('button', { name: /^Liked?$/ })
  const before = await likes.textContent()
  await activate(page, likes, 'Space')
  await expect(likes).not.toHaveText(before ?? '')

  await type(page, page.getByLabel('Add a comment'), 'Typed without a mouse.')
  await page.keyboard.press('Control+Enter')
  const mine = page.getByRole('listitem').filter({ hasText: 'Typed without a mouse.' })
  await activate(page, mine.getByRole('button', { name: 'Edit' }))
  await expect(page.getByLabel('Edit your comment')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(mine.getByRole('button', { name: 'Edit' })).toBeFocused()
  await activate(page, mine.getByRole('button', { name: 'Delete' }))
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await activate(page, page.getByRole('button', { name: 'Delete comment' }))
  await expect(mine).toHaveCount(0)

  await activate(page, page.getByRole('link', { name: 'Calculus You Can See' }))
  const save = page.getByRole('button', { name: /^(Save Playlist|Saved)$/ })
  await activate(page, save)
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible()
})

test('a teacher without a mouse publishes a playlist and deletes it', async ({ page, logInAs }) => {
  test.setTimeout(180_000)
  await logInAs(page, 'Teacher')
  await page.goto('/teacher-dashboard')
  await activate(page, page.getByRole('link', { name: 'Add new playlist' }))
  await type(page, page.getByLabel('Title', { exact: true }), 'Typed by hand')
  await tabTo(page, page.getByLabel('Category'))
  await expect(page.getByRole('option', { name: 'science' })).toBeAttached()
  await page.keyboard.type('science')
  await page.getByLabel('Playlist image').setInputFiles(await pictureFile('cover.jpg', '#d42a5e'))
  await type(page, page.getByLabel('Description'), 'Nothing was clicked.')
  await activate(page, page.getByRole('button', { name: 'Add Playlist' }))
  await expect(page.getByRole('heading', { name: 'Typed by hand' })).toBeVisible()
  await activate(page, page.getByRole('link', { name: 'Playlist table' }))
  await activate(page, page.getByRole('button', { name: 'Delete Typed by hand' }))
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Typed by hand/ })).toHaveCount(0)
})
