/**
 * Fixtures that create accounts and content through the API of the worker's server. Other tests cover the screens that
 * create them. `import { expect, test } from './accounts.ts'`.
 */
import type { Page } from '@playwright/test'
import type { Course } from '#contract/catalog/courses.ts'
import type { Comment } from '#contract/comments/comments.ts'
import type { NewAccount } from './account-forms.ts'
import { apiClient } from './api-client.ts'
import {
  logInAt,
  type Member,
  newAccount,
  type PlaylistInput,
  type Published,
  publish,
  register,
  unique,
} from './prepare-content.ts'
import { test as base, expect } from './site.ts'

export type { Member, Published }
export { expect, unique }

export interface Preparation {
  /** Creates an account of that role and logs it in. Missing fields get unique values. */
  member: (role: NewAccount['role'], own?: Partial<NewAccount>) => Promise<Member>
  /** Logs the app's admin in, with a new session each time. */
  admin: () => Promise<Member>
  /** Opens a new session of an existing account, as on another device. */
  login: (person: NewAccount) => Promise<Member>
  /** Creates a playlist of that teacher with its courses, each with the requested status. */
  publish: (teacher: Member, input?: PlaylistInput) => Promise<Published>
  comment: (author: Member, course: Course, text: string) => Promise<Comment>
}

/**
 * Logs the browser in as this user, once. Unlike an init script, it does not overwrite what the product stores
 * afterwards.
 */
export async function logInAs(page: Page, { user }: Member): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate((stored) => localStorage.setItem('currentUser', stored), JSON.stringify(user))
}

export const test = base.extend<object, { prepare: Preparation }>({
  prepare: [
    async ({ app }, use) => {
      const { url } = app
      let approver: Promise<Member> | undefined
      await use({
        member: async (role, own = {}) => {
          const person = newAccount(role, own)
          await register(apiClient(url), person)
          return logInAt(url, person)
        },
        admin: () => logInAt(url, app.admin),
        login: (person) => logInAt(url, person),
        publish: async (teacher, input = {}) => {
          approver ??= logInAt(url, app.admin)
          return publish((await approver).call, teacher, input)
        },
        comment: async (author, course, text) => {
          const { comment } = await author.call('comments.create', { body: { text, courseId: course._id } })
          return comment
        },
      })
    },
    { scope: 'worker' },
  ],
})
