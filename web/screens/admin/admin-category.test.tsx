import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Category } from '#contract/catalog/categories.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { aUser, errorReply, renderAt, testContext } from '#web/test-context.tsx'
import { Component as Categories } from './admin-category.tsx'

const music: Category = {
  _id: 'a'.repeat(24),
  title: 'music',
  createdAt: '2026-03-14T15:09:26.000Z',
  playlistsCount: 1,
}
const IN_USE = 'This category is used by 1 playlist.'

let categories: Category[]
/** The server's rejection of every write. */
let rejectionMessage: string | undefined
let shownToasts: ToastMessage[]
let unsubscribe: () => void

beforeEach(() => {
  categories = [music]
  rejectionMessage = undefined
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => unsubscribe())

const rejection = () =>
  rejectionMessage !== undefined && errorReply(409, { code: 'conflict', message: rejectionMessage })
const titleIn = ({ body }: RequestInit): string => JSON.parse(typeof body === 'string' ? body : '{}').title

function open() {
  const context = testContext({
    user: aUser({ isAdmin: true }),
    answers: {
      'categories.list': () => ({ categories }),
      'categories.create': ({ init }) => {
        const category = { ...music, _id: 'b'.repeat(24), title: titleIn(init), playlistsCount: 0 }
        if (rejectionMessage === undefined) categories = [...categories, category]
        return rejection() || { success: true, message: 'Category added.', category }
      },
      'categories.update': ({ init }) => {
        const category = { ...music, title: titleIn(init) }
        if (rejectionMessage === undefined) categories = [category]
        return rejection() || { success: true, message: 'Category renamed.', category }
      },
      'categories.remove': () => {
        if (rejectionMessage === undefined) categories = []
        return rejection() || { success: true, message: 'Category deleted.' }
      },
    },
  })
  renderAt([{ path: '/admin/category', Component: Categories }], '/admin/category', context)
}

const button = (name: string) => screen.findByRole('button', { name })
const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' })
const newTitle = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'New category' })
const expectToast = (tone: 'success' | 'error', text: string) =>
  waitFor(() => expect(shownToasts).toEqual([{ tone, text, timeout: 6000 }]))

test('without categories there is an empty state', async () => {
  categories = []
  open()
  expect(await screen.findByRole('heading', { name: 'No categories yet!' })).toBeTruthy()
})

test('Enter adds a category, shows a toast and clears the field', async () => {
  open()
  await button('Edit music')
  await userEvent.type(newTitle(), 'history{Enter}')
  expect(await button('Edit history')).toBeTruthy()
  await expectToast('success', 'Category added.')
  expect(newTitle().value).toBe('')
  expect(document.activeElement).toBe(newTitle())
})

test('an invalid title is not sent; a title in use stays in the field with the server’s message', async () => {
  open()
  await userEvent.type(newTitle(), 'x')
  await userEvent.click(await button('Add Category'))
  expect(await screen.findByText('Category title must be 2 to 40 characters.')).toBeTruthy()
  expect(shownToasts).toEqual([])
  rejectionMessage = 'This category already exists.'
  await userEvent.type(newTitle(), 'y')
  await userEvent.click(await button('Add Category'))
  await expectToast('error', 'This category already exists.')
  expect(newTitle().value).toBe('xy')
})

test('a category is renamed inline and the focus returns to its edit button', async () => {
  open()
  await userEvent.click(await button('Edit music'))
  expect(document.activeElement).toBe(title())
  await userEvent.clear(title())
  await userEvent.type(title(), 'sound')
  await userEvent.click(await button('Save'))
  const edit = await button('Edit sound')
  await expectToast('success', 'Category renamed.')
  expect(document.activeElement).toBe(edit)
})

test('Escape leaves a category unchanged and asks before it discards what was typed', async () => {
  open()
  await userEvent.click(await button('Edit music'))
  await userEvent.type(title(), 'al{Escape}')
  await userEvent.click(await button('Keep writing'))
  expect(document.activeElement).toBe(title())
  await userEvent.keyboard('{Escape}')
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your text?' }))
  await userEvent.click(question.getByRole('button', { name: 'Discard' }))
  expect(document.activeElement).toBe(await button('Edit music'))
  expect(shownToasts).toEqual([])
})

test('deleting asks for confirmation with the title, and Cancel deletes nothing', async () => {
  open()
  await userEvent.click(await button('Delete music'))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete “music”?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(categories).toEqual([music])
})

test('a deleted category leaves the list, and the list gets the focus', async () => {
  open()
  await userEvent.click(await button('Delete music'))
  await userEvent.click(await button('Delete category'))
  expect(await screen.findByRole('heading', { name: 'No categories yet!' })).toBeTruthy()
  await expectToast('success', 'Category deleted.')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Categories'))
})

test('a category in use stays and the server says why', async () => {
  rejectionMessage = IN_USE
  open()
  await userEvent.click(await button('Delete music'))
  await userEvent.click(await button('Delete category'))
  await expectToast('error', IN_USE)
  expect(await button('Delete music')).toBeTruthy()
})
