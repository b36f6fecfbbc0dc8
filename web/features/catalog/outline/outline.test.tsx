import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Outline } from '#contract/catalog/outline.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { aListedCourse, aPlaylist } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { OutlineList } from './outline-list.tsx'
import { useOutline } from './use-outline.ts'

const KEY = ['playlist']
const BASICS = 'e'.repeat(24)
const [bowline, hitch] = [aListedCourse(1, 'The bowline'), aListedCourse(2, 'The clove hitch')]

/** What the server has. */
let stored: Playlist
let orders: Outline[]
let renamed: string[]
/** Delays the answers of the server. */
let held: Promise<void> | undefined
let newIds: number

beforeEach(() => {
  stored = aPlaylist({
    sections: [{ _id: BASICS, title: 'Basics' }],
    courses: [bowline, { ...hitch, sectionId: BASICS }],
    outlineVersion: 1,
  })
  orders = []
  renamed = []
  held = undefined
  newIds = 0
})

/** Saves as the server does: a new section gets an id, and one that it has deleted is unknown. */
async function save(order: Outline) {
  orders.push(order)
  await held
  const known = new Set(stored.sections.map(({ _id }) => _id))
  const isKnown = order.sections.every(({ _id }) => _id === undefined || known.has(_id))
  const named = [...order.loose, ...order.sections.flatMap(({ courses }) => courses)]
  if (!isKnown || named.length !== stored.courses.length)
    return errorReply(400, { code: 'invalid', message: 'Rejected.' })
  const sections = order.sections.map(({ _id, title, courses }) => {
    if (_id === undefined) newIds += 1
    return { _id: _id ?? String(newIds).padStart(24, '0'), title, courses }
  })
  stored = {
    ...stored,
    outlineVersion: (stored.outlineVersion ?? 0) + 1,
    sections: sections.map(({ _id, title }) => ({ _id, title })),
    courses: stored.courses.map((course) => ({
      ...course,
      sectionId: sections.find(({ courses }) => courses.includes(course._id))?._id ?? null,
    })),
  }
  return { success: true as const, message: 'Saved.', data: stored }
}

function Screen() {
  const { data } = useQuery({ queryKey: KEY, queryFn: () => stored })
  return data && <Build playlist={data} />
}

function Build({ playlist }: { playlist: Playlist }) {
  const outline = useOutline({ playlist, queryKey: KEY })
  return (
    <OutlineList
      playlist={playlist}
      outline={outline}
      selected={bowline._id}
      onSelect={() => {}}
      onRename={(_id, title) => renamed.push(title)}
      onRemove={() => {}}
      addAddress={() => '/add'}
      head={null}
    />
  )
}

function open() {
  const context = testContext({
    user: aUser({ role: 'Teacher' }),
    answers: { 'outline.save': (request) => save(Outline.parse(sentTo(request))) },
  })
  renderAt([{ path: '/', Component: Screen }], '/', context)
  return context.cache
}

/** Chooses from the menu of the section. */
async function choose(item: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'More for section Basics' }))
  const menu = within(screen.getByLabelText('More for section Basics', { selector: '[role=menu]' }))
  await userEvent.click(menu.getByRole('menuitem', { name: item, hidden: true }))
}

async function deleteBasics(): Promise<void> {
  await choose('Delete section')
  expect(screen.queryByRole('heading', { name: 'Basics' })).toBeNull()
}
const undo = () => userEvent.click(screen.getByRole('button', { name: 'Undo' }))
const saved = () => screen.findByText('All changes saved')

async function expectRestored(): Promise<void> {
  await saved()
  expect(stored.sections.map(({ title }) => title)).toEqual(['Basics'])
  expect(stored.courses.map(({ sectionId }) => sectionId)).toEqual([null, stored.sections[0]?._id])
  expect(screen.getByRole('heading', { name: 'Basics' })).toBeTruthy()
  expect(screen.queryByText('Rejected.')).toBeNull()
}

test('Undo brings a deleted section back after the server has deleted it', async () => {
  open()
  await deleteBasics()
  await saved()
  expect(stored.sections).toEqual([])
  await undo()
  await expectRestored()
})

test('Undo brings a deleted section back while the deletion is being sent', async () => {
  const answer = Promise.withResolvers<void>()
  held = answer.promise
  open()
  await deleteBasics()
  await waitFor(() => expect(orders).toHaveLength(1))
  await undo()
  answer.resolve()
  await waitFor(() => expect(orders).toHaveLength(2))
  await expectRestored()
})

test('Undo brings a deleted section back after a video was deleted, too', async () => {
  const cache = open()
  await deleteBasics()
  await saved()
  stored = { ...stored, courses: stored.courses.filter(({ _id }) => _id !== bowline._id), outlineVersion: 3 }
  await cache.refetchQueries({ queryKey: KEY })
  await waitFor(() => expect(screen.queryByText('The bowline')).toBeNull())
  await undo()
  await saved()
  expect(stored.courses.map(({ sectionId }) => sectionId)).toEqual([stored.sections[0]?._id])
  expect(screen.getByRole('heading', { name: 'Basics' })).toBeTruthy()
})

test('Undo is withdrawn when another tab has moved videos since', async () => {
  const cache = open()
  await deleteBasics()
  await saved()
  stored = { ...stored, courses: stored.courses.toReversed(), outlineVersion: 3 }
  await cache.refetchQueries({ queryKey: KEY })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  expect(screen.getByText("Section 'Basics' deleted.")).toBeTruthy()
})

test('the focus goes to the news when its control is gone, so that Undo is the next stop', async () => {
  open()
  await deleteBasics()
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }))
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement?.textContent).toBe('Undone.')
  await expectRestored()
})

const openTitle = () => screen.findByRole('button', { name: 'Rename The bowline' })
async function rename(): Promise<HTMLElement> {
  await userEvent.click(await openTitle())
  return screen.getByRole('textbox', { name: 'Video title' })
}

test('Enter saves a title and returns the focus to its row', async () => {
  open()
  await rename()
  await userEvent.keyboard('Knots, untied{Enter}')
  expect(renamed).toEqual(['Knots, untied'])
  expect(document.activeElement).toBe(await openTitle())
})

test('Escape asks before it discards a changed title, and returns the focus to its row', async () => {
  open()
  const field = await rename()
  await userEvent.type(field, ', untied{Escape}')
  const question = screen.getByRole('alertdialog', { name: 'Discard your text?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Keep writing' }))
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, ' slowly{Escape}')
  expect(field).toHaveProperty('value', 'The bowline, untied slowly')
  const again = within(screen.getByRole('alertdialog'))
  await userEvent.click(again.getByRole('button', { name: 'Discard' }))
  expect(document.activeElement).toBe(await openTitle())
  expect(renamed).toEqual([])
})

test('Escape closes an unchanged title at once', async () => {
  open()
  await userEvent.type(await rename(), '{Escape}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement).toBe(await openTitle())
})

test('a title that is not valid says why and can be left', async () => {
  open()
  const field = await rename()
  await userEvent.clear(field)
  await userEvent.type(field, 'A')
  // The field, then its button.
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).not.toBe(field)
  expect(screen.getByText('Title must be 3 to 120 characters.')).toBeTruthy()
  expect(field).toHaveProperty('value', 'A')
  expect(renamed).toEqual([])
})

test('the title of a section returns the focus to its row, and that of a new one to its button', async () => {
  open()
  await choose('Rename')
  await userEvent.keyboard('First knots{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move section First knots' }))
  const add = screen.getByRole('button', { name: 'Add a section' })
  await userEvent.click(add)
  await userEvent.keyboard('Bends{Enter}')
  expect(document.activeElement).toBe(add)
  await saved()
  expect(stored.sections.map(({ title }) => title)).toEqual(['First knots', 'Bends'])
})
