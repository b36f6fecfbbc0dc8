/** A teacher orders the videos of a playlist on the build screen. */
import type { Locator, Page } from '@playwright/test'
import { expect, logInAs, type Member, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { main, overlap } from './screens.ts'

const TITLES = ['Hoisting', 'Closures', 'Promises', 'Modules']
const PHONE = { width: 390, height: 844 }

interface Prepared {
  teacher: Member
  id: string
}

async function openBuild(
  page: Page,
  prepare: Parameters<Parameters<typeof test>[2]>[0]['prepare'],
): Promise<Prepared> {
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher, { courses: TITLES.map((title) => ({ title })) })
  await logInAs(page, teacher)
  await page.goto(`/teacher-dashboard/build/${id}`)
  await expect(handle(page, 'Hoisting')).toBeVisible()
  return { teacher, id }
}

const handle = (page: Page, title: string) => page.getByRole('button', { name: `Drag ${title}` })
const row = (page: Page, title: string) => page.locator('li').filter({ has: handle(page, title) })
const news = (page: Page) => main(page).getByRole('status')
const saved = (page: Page) => expect(page.getByText('All changes saved')).toBeVisible()

/** `Hoisting Closures | Basics: Promises Modules`, as the server has it. */
async function stored({ teacher, id }: Prepared): Promise<string> {
  const { courses, sections } = await teacher.call('playlists.get', { params: { playlistId: id } })
  const inside = (sectionId: string | null) =>
    courses.flatMap((course) => (course.sectionId === sectionId ? [course.videoTitle] : [])).join(' ')
  return [inside(null), ...sections.map(({ _id, title }) => `${title}: ${inside(_id)}`)].join(' | ')
}

async function addSection(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a section' }).click()
  await page.getByRole('textbox', { name: 'Title of the new section' }).fill(title)
  await page.keyboard.press('Enter')
}

/** Drags by the handle to the upper or the lower half of another row. */
async function drag(page: Page, from: Locator, { to, half }: { to: Locator; half: 'upper' | 'lower' }) {
  await from.hover()
  await page.mouse.down()
  const box = await to.boundingBox()
  if (!box) throw new Error('The row is not there.')
  await page.mouse.move(box.x + 60, box.y + box.height * (half === 'upper' ? 0.25 : 0.75), { steps: 5 })
  await expect(to).toHaveAttribute('data-edge', half === 'upper' ? 'before' : 'after')
  await page.mouse.up()
}

test('a teacher builds sections and reorders videos by mouse, menu and keys', async ({ page, prepare }) => {
  const prepared = await openBuild(page, prepare)
  await expect(page.getByRole('link', { name: 'Playlist table' })).toHaveAttribute('aria-current', 'page')
  await addSection(page, 'Basics')
  await expect(news(page)).toHaveText("Section 'Basics' added.")
  await addSection(page, 'In practice')

  await page.getByRole('button', { name: 'Move or delete Modules' }).click()
  await page.getByRole('menuitem', { name: 'Move to section…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'In practice' }).click()
  await expect(news(page)).toHaveText("'Modules' moved to position 1 of 1 in In practice.")
  await saved(page)
  expect(await stored(prepared)).toBe('Hoisting Closures Promises | Basics:  | In practice: Modules')

  await drag(page, handle(page, 'Closures'), { to: row(page, 'Modules'), half: 'upper' })
  await expect(news(page)).toHaveText("'Closures' moved to position 1 of 2 in In practice.")
  await page.getByRole('button', { name: 'Undo' }).click()
  await saved(page)
  expect(await stored(prepared)).toBe('Hoisting Closures Promises | Basics:  | In practice: Modules')

  await handle(page, 'Promises').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(news(page)).toHaveText("'Promises' moved to position 1 of 1 in Basics.")
  await expect(handle(page, 'Promises')).toBeFocused()
  await handle(page, 'Closures').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(news(page)).toHaveText("'Closures' moved to position 1 of 2 before the first section.")
  await page.getByRole('button', { name: 'Move section In practice' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(news(page)).toHaveText("Section 'In practice' moved to position 1 of 2.")
  await saved(page)
  expect(await stored(prepared)).toBe('Closures Hoisting | In practice: Modules | Basics: Promises')
})

test('titles are edited in place, and a wrong one says why', async ({ page, prepare }) => {
  const prepared = await openBuild(page, prepare)
  await page.getByRole('button', { name: 'Rename Hoisting' }).click()
  const field = page.getByRole('textbox', { name: 'Video title' }).first()
  await field.fill('A')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription('Title must be 3 to 120 characters.')
  await field.fill('Hoisting, drawn')
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: 'Hoisting, drawn' })).toBeVisible()
  await expect(handle(page, 'Hoisting, drawn')).toBeVisible()
  expect(await stored(prepared)).toContain('Hoisting, drawn')
})

test('two tabs reorder: the newer order is shown, and Apply my order sends the other again', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  const prepared = await openBuild(page, prepare)
  const other = await page.context().newPage()
  await other.goto(`/teacher-dashboard/build/${prepared.id}`)
  await handle(other, 'Modules').focus()
  await other.keyboard.press('Alt+ArrowUp')
  await saved(other)

  await handle(page, 'Closures').focus()
  await page.keyboard.press('Alt+ArrowUp')
  const alert = main(page).getByRole('alert').filter({ hasText: 'has changed' })
  await expect(alert).toContainText('This playlist has changed since you opened it. Check the new order.')
  expect(await stored(prepared)).toBe('Hoisting Closures Modules Promises')
  await page.getByRole('button', { name: 'Apply my order' }).click()
  await saved(page)
  expect(await stored(prepared)).toBe('Closures Hoisting Promises Modules')
})

test('an order that cannot be saved is taken back and says why', async ({ page, prepare, allowConsole }) => {
  allowConsole(/Failed to load resource/)
  await openBuild(page, prepare)
  await page.route('**/outline', (route) => route.abort())
  await handle(page, 'Closures').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(row(page, 'Closures')).toContainText('1')
  await expect(main(page).getByRole('alert').filter({ hasText: 'The connection was lost.' })).toBeVisible()
  await expect(main(page).getByRole('listitem').first()).toContainText('Hoisting')
})

test('cells of the grid are filled by pasting and saved together', async ({ page, prepare }) => {
  const prepared = await openBuild(page, prepare)
  await page.getByRole('link', { name: 'Grid' }).click()
  const cell = (name: string) => page.getByRole('textbox', { name })
  await cell('Title of video 2').focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'Scope\tWhere names live.\nEvents')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await expect(cell('Title of video 2, not saved')).toHaveValue('Scope')
  await expect(cell('Description of video 2, not saved')).toHaveValue('Where names live.')
  await page.keyboard.press('Enter')
  await expect(cell('Title of video 3, not saved')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('x')
  await page.getByRole('button', { name: 'Save 4 changes' }).click()
  await saved(page)
  expect(await stored(prepared)).toMatch(/^Hoisting Scope Events (xModules|Modulesx)$/)
})

test('students see the sections, and a preview records nothing', async ({ page, prepare }) => {
  await openBuild(page, prepare)
  await addSection(page, 'Basics')
  await page.getByRole('button', { name: 'Move or delete Modules' }).click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await saved(page)
  await page.getByRole('link', { name: 'Preview as a student' }).click()
  const bar = page.getByRole('complementary', { name: 'Preview' })
  await expect(bar).toContainText('You are viewing this as a student. Nothing is recorded.')
  await expect(main(page).getByRole('heading', { name: 'Basics', level: 3 })).toBeVisible()
  await main(page)
    .getByRole('link', { name: /Modules/ })
    .click()
  await expect(bar).toBeVisible()
  await expect(main(page).getByRole('heading', { name: 'Basics', level: 3 })).toBeVisible()
  await main(page).getByRole('textbox', { name: 'Add a comment' }).fill('A first question?')
  await main(page).getByRole('button', { name: 'Add Comment' }).click()
  await expect(page.getByText('You are viewing this as a student. Nothing is recorded.').nth(1)).toBeVisible()
  const wayOut = bar.getByRole('link', { name: 'Leave preview' })
  await expect.poll(() => overlap(wayOut, page.getByRole('region', { name: 'Notifications' }))).toBe(false)
  await wayOut.click()
  await expect(handle(page, 'Modules')).toBeVisible()
})

test('the build screens pass axe wide and light, and on a phone in the dark', async ({ page, prepare }) => {
  const { id } = await openBuild(page, prepare)
  await addSection(page, 'Basics')
  await saved(page)
  for (const { colorScheme, size } of [
    { colorScheme: 'light', size: { width: 1440, height: 1000 } },
    { colorScheme: 'dark', size: PHONE },
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    for (const [path, shown] of [
      ['', handle(page, 'Hoisting')],
      ['?view=grid', page.getByRole('textbox', { name: 'Title of video 1' })],
      ['/add', page.getByRole('textbox', { name: 'Paste one' })],
      ['/add?tab=one', page.getByLabel('Video link')],
    ] as const) {
      await page.goto(`/teacher-dashboard/build/${id}${path}`)
      await expect(shown).toBeVisible()
      expect(await violationsIn(page, undefined), path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
    }
  }
})
