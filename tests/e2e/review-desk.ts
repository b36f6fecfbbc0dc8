/** Steps and fixtures of the tests of the review desk. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { test as base, expect, type Member, type Published } from './accounts.ts'

export const test = base.extend<{ anna: Member }>({
  /** A second admin. */
  anna: async ({ prepare, app }, use) => {
    const anna = await prepare.member('Student', { name: `Anna ${Date.now().toString(36)}` })
    await promisify(execFile)(process.execPath, ['server/cli/admin.ts', 'make', anna.email], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { PATH: process.env.PATH, DATA_DIR: app.dataDir },
    })
    await use(await prepare.login(anna))
  },
})

export const queue = (page: Page) => page.getByRole('region', { name: 'Queue' })
export const item = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
export const decision = (page: Page) => page.getByRole('group', { name: 'Decision' })
export const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'Undo' })

export async function openDesk(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/review${query}`)
  await expect(page.getByRole('heading', { name: 'Review desk', level: 1 })).toBeVisible()
}

/** Opens the desk with only this teacher's items. */
export const openDeskOf = (page: Page, teacher: Member) => openDesk(page, `?teacher=${teacher.id}`)

export const lastDecision = async (teacher: Member, { id }: Pick<Published, 'id'>) =>
  (await teacher.call('review.history', { params: { playlistId: id } })).items

/** Counts presses of the mouse and of keys. */
export function counter(page: Page) {
  let count = 0
  return {
    click: (target: Locator) => {
      count += 1
      return target.click()
    },
    press: (key: string) => {
      count += 1
      return page.keyboard.press(key)
    },
    total: () => count,
  }
}
