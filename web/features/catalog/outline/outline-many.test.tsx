import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { Outline } from '#contract/catalog/outline.ts'
import type { Playlist, PlaylistCourse } from '#contract/catalog/playlists.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { aListedCourse, aPlaylist } from '#web/test-content.ts'
import { aUser, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { OutlineList } from './outline-list.tsx'
import { useOutline } from './use-outline.ts'

const KEY = ['playlist']
const [basics, async_] = [
  { _id: 'e'.repeat(24), title: 'Basics' },
  { _id: 'f'.repeat(24), title: 'Async' },
]
const TITLES = ['Knots', 'Bends', 'Hitches', 'Loops', 'Promises', 'Promise chains']

let stored: Playlist
let orders: Outline[]
let removed: string[]
let restored: unknown[]
/** Delays the answers to orders. */
let held: Promise<void> | undefined
/** How often a row was rendered, by its title: each render reads its picture. */
let renders: Map<string, number>

/** Counts its renders. Four are in Basics, two are drafts in Async. */
function aCountedCourse(title: string, index: number): PlaylistCourse {
  const course = aListedCourse(index + 1, title)
  const section = index < 4 ? basics : async_
  return {
    ...course,
    sectionId: section._id,
    ...(index < 4 ? {} : { stage: 'draft' as const, isCourseApproved: 'pending' as const }),
    get tutorialImage() {
      renders.set(title, (renders.get(title) ?? 0) + 1)
      return course.tutorialImage
    },
  }
}

beforeEach(() => {
  localStorage.clear()
  orders = []
  removed = []
  restored = []
  held = undefined
  renders = new Map()
  stored = aPlaylist({
    sections: [basics, async_],
    courses: TITLES.map(aCountedCourse),
    outlineVersion: 1,
  })
})

function Screen() {
  const { data } = useQuery({ queryKey: KEY, queryFn: () => stored, structuralSharing: false })
  return data && <Build playlist={data} />
}

const nothing = () => {}
function Build({ playlist }: { playlist: Playlist }) {
  const outline = useOutline({ playlist, queryKey: KEY })
  return (
    <OutlineList
      playlist={playlist}
      outline={outline}
      selected={undefined}
      onSelect={nothing}
      onRename={nothing}
      onRemove={nothing}
      addAddress={() => '/add'}
      head={null}
    />
  )
}

/** What the server has after an order was saved. */
function inOrder(playlist: Playlist, { sections }: Outline): Playlist {
  const saved = sections.map(({ _id = 'a'.repeat(24), title, courses }) => ({ _id, title, courses }))
  return {
    ...playlist,
    sections: saved.map(({ _id, title }) => ({ _id, title })),
    courses: saved.flatMap(({ _id: sectionId, courses }) =>
      courses.flatMap((id) => {
        const course = playlist.courses.find(({ _id }) => _id === id)
        return course ? [{ ...course, sectionId }] : []
      }),
    ),
  }
}

async function open() {
  const context = testContext({
    user: aUser({ role: 'Teacher' }),
    answers: {
      'outline.save': async (request) => {
        const order = Outline.parse(sentTo(request))
        orders.push(order)
        await held
        stored = inOrder(stored, order)
        return { success: true as const, message: 'Saved.', data: stored }
      },
      'review.batch': (request) => {
        const { ids } = z.object({ ids: z.array(z.string()) }).parse(sentTo(request))
        removed.push(...ids)
        const trashIds = ids.map((id) => `a${id.slice(1)}`)
        return { success: true as const, message: '2 videos moved to the trash.', data: stored, trashIds }
      },
      'trash.restore': (request) => {
        restored.push([request.params.trashId, sentTo(request)])
        return { success: true as const, message: 'Restored.', data: stored }
      },
    },
  })
  const { container } = renderAt([{ path: '/', Component: Screen }], '/', context)
  await check('Knots')
  return container
}

const check = (title: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Choose ${title}` })
const titles = () =>
  screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label')?.replace('Choose ', ''))
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter((box) => box.checked)
    .map((box) => box.getAttribute('aria-label')?.replace('Choose ', ''))
const press = (keys: string) => userEvent.keyboard(keys)

test('words and states filter the videos; nothing moves until the filter is cleared', async () => {
  await open()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find in this playlist' }), 'PROMISE')
  await waitFor(() => expect(titles()).toEqual(['Promises', 'Promise chains']))
  expect(screen.getByText(/Clear the filter to move videos\./)).toBeTruthy()
  ;(await check('Promises')).focus()
  await press('{Alt>}{ArrowDown}{/Alt}')
  expect(titles()).toEqual(['Promises', 'Promise chains'])
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(titles()).toEqual(TITLES))
  await userEvent.click(screen.getByRole('button', { name: 'Draft 2' }))
  expect(titles()).toEqual(['Promises', 'Promise chains'])
  await userEvent.click(screen.getByRole('button', { name: 'All 6' }))
  expect(titles()).toEqual(TITLES)
  expect(orders).toEqual([])
})

test('folded sections stay folded after a reload, and a filter looks into them', async () => {
  const first = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Videos of Basics' }))
  expect(titles()).toEqual(['Promises', 'Promise chains'])
  first.remove()
  const context = testContext({ user: aUser({ role: 'Teacher' }) })
  renderAt([{ path: '/', Component: Screen }], '/', context)
  await check('Promises')
  expect(titles()).toEqual(['Promises', 'Promise chains'])
  await userEvent.type(screen.getByRole('searchbox'), 'knots')
  await waitFor(() => expect(titles()).toEqual(['Knots']))
})

test('Fold all folds every section, and Unfold all shows them again', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Fold all' }))
  expect(screen.queryByRole('checkbox')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Unfold all' }))
  expect(titles()).toEqual(TITLES)
})

test('a video that is moved into a folded section stays in sight with the focus', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Videos of Async' }))
  ;(await check('Loops')).focus()
  await press('{Alt>}{ArrowDown}{/Alt}')
  expect(titles()).toEqual(TITLES)
  expect(document.activeElement).toBe(await check('Loops'))
})

test('Shift chooses a range with the mouse and with the keys', async () => {
  await open()
  const user = userEvent.setup()
  await user.click(await check('Bends'))
  await user.keyboard('{Shift>}')
  await user.click(await check('Promises'))
  await user.keyboard('{/Shift}')
  expect(chosen()).toEqual(['Bends', 'Hitches', 'Loops', 'Promises'])
  await press('{Escape}')
  await waitFor(() => expect(chosen()).toEqual([]))
  ;(await check('Knots')).focus()
  await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(chosen()).toEqual(['Knots', 'Bends', 'Hitches'])
  expect(document.activeElement).toBe(await check('Hitches'))
})

test('Ctrl+A chooses what is shown, and nothing while a text has the focus', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Videos of Basics' }))
  ;(await check('Promises')).focus()
  await press('{Control>}a{/Control}')
  await waitFor(() => expect(chosen()).toEqual(['Promises', 'Promise chains']))
  expect(within(screen.getByRole('region', { name: 'Chosen videos' })).getByText('2 chosen')).toBeTruthy()
  await press('{Escape}')
  await waitFor(() => expect(chosen()).toEqual([]))
  screen.getByRole('searchbox').focus()
  await press('{Control>}a{/Control}')
  expect(chosen()).toEqual([])
})

test('chosen videos move to a section in their order, and Undo takes it back', async () => {
  await open()
  await userEvent.click(await check('Hitches'))
  await userEvent.click(await check('Knots'))
  await userEvent.click(screen.getByRole('button', { name: 'Move to section…' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Async' }))
  expect(titles()).toEqual(['Bends', 'Loops', 'Promises', 'Promise chains', 'Knots', 'Hitches'])
  expect(screen.getByText('2 videos moved to Async.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(titles()).toEqual(TITLES)
})

test('Delete asks by key, Escape closes the question alone, and the next row has the focus afterwards', async () => {
  await open()
  await userEvent.click(await check('Bends'))
  await press('{Delete}')
  expect(screen.getByRole('alertdialog', { name: 'Move 1 video to the trash?' })).toBeTruthy()
  await press('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(chosen()).toEqual(['Bends'])
  ;(await check('Bends')).focus()
  await press('{Delete}')
  await userEvent.click(screen.getByRole('button', { name: 'Move to trash' }))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Choose Hitches'))
  expect(removed).toEqual(['2'.repeat(24)])
})

test('chips of files filter the videos, and a failed one says why and leads to its replacement', async () => {
  const fault = 'This file is not a video we can read.'
  const files: PlaylistCourse['videoState'][] = [
    { _id: '1'.repeat(24), progress: 42, state: 'working' },
    { _id: '2'.repeat(24), progress: 0, state: 'failed', fault },
  ]
  stored.courses = stored.courses.map((course, index) => ({ ...course, videoState: files[index] }))
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Preparing 1' }))
  expect(titles()).toEqual(['Knots'])
  await userEvent.click(screen.getByRole('button', { name: 'File failed 1' }))
  expect(titles()).toEqual(['Bends'])
  expect(screen.getByText(fault)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Replace the file' })
  expect(link.getAttribute('href')).toBe(`/?course=${'2'.repeat(24)}#replace`)
})

test('a deleted section comes back with its videos, without its id', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'More for section Async' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete section', hidden: true }))
  await waitFor(() => expect(orders).toHaveLength(1))
  expect(orders[0]?.sections.map(({ title }) => title)).toEqual(['Basics'])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(orders).toHaveLength(2))
  const [, second] = orders[1]?.sections ?? []
  expect(second).toEqual({ title: 'Async', courses: ['5'.repeat(24), '6'.repeat(24)] })
})

test('Undo restores the deleted videos with one call', async () => {
  const shown: ToastMessage[] = []
  onTestFinished(toasts.subscribe((toast) => shown.push(toast)))
  await open()
  await userEvent.click(await check('Knots'))
  await userEvent.click(await check('Loops'))
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await userEvent.click(screen.getByRole('button', { name: 'Move to trash' }))
  await waitFor(() => expect(shown.map(({ text }) => text)).toEqual(['2 videos moved to the trash.']))
  expect(shown[0]?.action?.label).toBe('Undo')
  shown[0]?.action?.run()
  await waitFor(() => expect(shown[1]?.text).toBe('2 videos are restored.'))
  expect(restored).toEqual([[`a${'1'.repeat(23)}`, { others: [`a${'4'.repeat(23)}`] }]])
})

test('Submit is there for drafts alone', async () => {
  await open()
  await userEvent.click(await check('Knots'))
  expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull()
  await userEvent.click(await check('Promises'))
  expect(screen.getByRole('button', { name: 'Submit 1 draft' })).toBeTruthy()
})

test('a row renders only when its own data change', async () => {
  // An answer is written from the same objects.
  held = new Promise(() => {})
  await open()
  renders.clear()
  // The bar reads the chosen video.
  await userEvent.click(await check('Knots'))
  ;(await check('Promises')).focus()
  await press('{Alt>}{ArrowDown}{/Alt}')
  expect([...renders.keys()].toSorted()).toEqual(['Knots', 'Promise chains', 'Promises'])
})
