import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from './site.ts'

export interface NewAccount {
  name: string
  email: string
  password: string
  role: 'Teacher' | 'Student' | 'Other'
  profession?: string
}

/** A plain picture of this colour, as a file to upload. */
export async function pictureFile(name: string, colour: string, size = { width: 1200, height: 800 }) {
  const buffer = await sharp({ create: { ...size, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Registers through the form and ends on the login screen. */
export async function register(
  page: Page,
  { name, email, password, role, profession }: NewAccount,
): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('radio', { name: role }).check()
  if (profession) await page.getByLabel('Profession').fill(profession)
  await page
    .getByLabel('Profile picture')
    .setInputFiles(await pictureFile('me.jpg', '#2a56c6', { width: 400, height: 500 }))
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  if (!new URL(page.url(), 'http://nowhere').pathname.startsWith('/login')) await page.goto('/login')
  // The previous screen may have the same fields.
  const form = page.getByRole('form', { name: 'Login' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Login' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

/** The toast with exactly this text. */
export const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true }).first()
