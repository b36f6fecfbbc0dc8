/** The admin's tables: the server sorts, filters and pages them. */
import type { Page } from '@playwright/test'
import { expect, logInAs, type Member, test, unique } from './accounts.ts'
import { multiply } from './copy-rows.ts'

/** The rows of one page of a table. */
const PAGE = 50

const rows = (page: Page) => page.getByRole('table').getByRole('row')
const row = (page: Page, text: string) => rows(page).filter({ hasText: text })
const first = (page: Page) => rows(page).nth(1)
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filter by status' }).getByRole('button', { name, exact: true })

/** Waits for the call that a click makes, which proves that the server sorts, filters or pages. */
async function pressing(page: Page, press: () => Promise<void>): Promise<URLSearchParams> {
  const query = page.waitForRequest(/\/api\/(playlists|courses|users\/profile)\?(?!.*limit=1(&|$))/)
  await press()
  return new URL((await query).url()).searchParams
}

const search = (page: Page, of: string, words: string) =>
  pressing(page, async () => {
    const box = page.getByRole('main').getByRole('searchbox', { name: `Search ${of}` })
    await box.fill(words)
    await box.press('Enter')
  })

async function expectTotals(page: Page, admin: Member, of: 'playlists.list' | 'courses.list'): Promise<void> {
  const totals = page.getByRole('list', { name: 'Totals by status' }).getByRole('listitem')
  const words: string[] = []
  for (const status of ['pending', 'processing', 'approved', 'cancel'] as const) {
    const { total } = await admin.call(of, { query: { status, limit: '1' } })
    words.push(`${status} ${total}`)
  }
  await expect(totals).toHaveText(words)
}

test('every playlist is in the table, page by page, sorted and narrowed by the server', async ({
  page,
  app,
  prepare,
}) => {
  const mark = unique()
  const admin = await prepare.admin()
  const zed = await prepare.member('Teacher', { name: `Zed ${mark}` })
  const amy = await prepare.member('Teacher', { name: `Amy ${mark}` })
  const { id } = await prepare.publish(zed, { title: `m0 ${mark}`, status: 'pending' })
  const own = (_: string, index: number) => ({ title: `m${index + 1} ${mark}` })
  multiply(app, ({ copy }) => copy({ table: 'playlists', of: ['id', id], count: PAGE - 1, own }))
  const approved = await prepare.publish(amy, { title: `a ${mark}`, status: 'approved' })
  const processing = await prepare.publish(amy, { title: `z ${mark}`, status: 'processing' })
  const newest = await prepare.publish(amy, { title: `c ${mark}`, status: 'cancel' })
  await logInAs(page, admin)
  await page.goto('/admin')

  await test.step('totals of each status', () => expectTotals(page, admin, 'playlists.list'))
  await test.step('newest first, a page of them', async () => {
    expect((await search(page, 'playlists', mark)).get('q')).toBe(mark)
    await expect(rows(page)).toHaveCount(1 + PAGE)
    await expect(first(page)).toContainText(newest.title)
    await expect(page.getByRole('columnheader')).toHaveText([
      'Id',
      'Name',
      'Creator',
      'Image',
      'Status',
      'Created',
      'View',
      'Delete',
    ])
  })
  await test.step('id, name, creator, image, status, date and the link', async () => {
    const cells = row(page, approved.title).getByRole('cell')
    await expect(cells.nth(0).getByTitle(approved.id)).toHaveText(`…${approved.id.slice(-6)}`)
    await expect(cells.nth(1)).toHaveText(approved.title)
    await expect(cells.nth(2)).toHaveText(amy.name)
    await expect(cells.nth(3).locator('img')).toHaveAttribute('src', /^\/media\//)
    await expect(cells.nth(4)).toHaveText('approved')
    await expect(cells.nth(5)).toHaveText(approved.playlist.createdAt.slice(0, 10))
    await expect(cells.nth(6).getByRole('link')).toHaveText('View')
    await expect(cells.nth(6).getByRole('link')).toHaveAttribute(
      'href',
      `/admin/playlist-view/${approved.id}`,
    )
  })
  await test.step('the delete icon does nothing', async () => {
    const written: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && written.push(request.url()))
    const icon = row(page, approved.title).getByRole('img', { name: 'Delete is not available' })
    await icon.click()
    await expect(row(page, approved.title).getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(row(page, approved.title)).toBeVisible()
    expect(written).toEqual([])
  })
  await test.step('the next page', async () => {
    await expect(page.getByText(`${PAGE} of ${PAGE + 3}`)).toBeVisible()
    const query = await pressing(page, () => page.getByRole('button', { name: 'Show more' }).click())
    expect(query.get('cursor')).not.toBeNull()
    await expect(rows(page)).toHaveCount(1 + PAGE + 3)
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  })
  await test.step('by name, up and down, over all pages', async () => {
    const up = await pressing(page, () => head(page, 'Name').getByRole('button').click())
    expect([up.get('sort'), up.get('order')]).toEqual(['title', 'asc'])
    await expect(first(page)).toContainText(approved.title)
    await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
    const down = await pressing(page, () => head(page, 'Name').getByRole('button').click())
    expect([down.get('sort'), down.get('order')]).toEqual(['title', 'desc'])
    await expect(first(page)).toContainText(processing.title)
    await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'descending')
  })
  await test.step('by creator and by date', async () => {
    await pressing(page, () => head(page, 'Creator').getByRole('button').click())
    await expect(first(page)).toContainText(amy.name)
    await pressing(page, () => head(page, 'Created').getByRole('button').click())
    await expect(first(page)).toContainText(zed.name)
  })
  await test.step('of one status, also after a visit to a row', async () => {
    const query = await pressing(page, () => chip(page, 'processing').click())
    expect(query.get('status')).toBe('processing')
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('link', { name: `View ${processing.title}` }).click()
    await expect(page).toHaveURL(`/admin/playlist-view/${processing.id}`)
    await page.goBack()
    await expect(chip(page, 'processing')).toHaveAttribute('aria-pressed', 'true')
    await expect(rows(page)).toHaveCount(2)
  })
  await test.step('a search without matches says so, and leads back', async () => {
    await search(page, 'playlists', `nothing ${mark}`)
    await expect(page.getByRole('heading', { name: 'No playlists yet!' })).toBeVisible()
    await expect(page.getByText('None of the playlists match.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(chip(page, 'All')).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('heading', { name: 'Playlists', level: 2 })).toBeFocused()
    await expect(page.getByRole('table')).toBeVisible()
  })
})

test('every course is in the table, page by page, sorted and narrowed by the server', async ({
  page,
  app,
  prepare,
}) => {
  const mark = unique()
  const admin = await prepare.admin()
  const teacher = await prepare.member('Teacher')
  const bulk = await prepare.publish(teacher, {
    title: `Many ${mark}`,
    status: 'pending',
    courses: [{ title: `m0 ${mark}` }],
  })
  const own = (_: string, index: number) => ({ title: `m${index + 1} ${mark}` })
  multiply(app, ({ copy }) =>
    copy({ table: 'courses', of: ['id', bulk.courses[0]?._id ?? ''], count: PAGE - 2, own }),
  )
  const few = await prepare.publish(teacher, {
    title: `Few ${mark}`,
    courses: [{ title: `a ${mark}`, status: 'cancel' }, { title: `z ${mark}` }],
  })
  const [cancelled, newest] = few.courses
  if (!(cancelled && newest)) throw new Error('Two courses were wished')
  await logInAs(page, admin)
  await page.goto('/admin/courses-admin')

  await test.step('totals of each status', () => expectTotals(page, admin, 'courses.list'))
  await test.step('newest first, a page of them, and the next page', async () => {
    await search(page, 'courses', mark)
    await expect(rows(page)).toHaveCount(1 + PAGE)
    await expect(first(page)).toContainText(newest.videoTitle)
    const query = await pressing(page, () => page.getByRole('button', { name: 'Show more' }).click())
    expect(query.get('cursor')).not.toBeNull()
    await expect(rows(page)).toHaveCount(1 + PAGE + 1)
  })
  await test.step('name, playlist, creator, status, date and the link', async () => {
    const one = row(page, cancelled.videoTitle)
    for (const content of [few.title, teacher.name, 'cancel', cancelled.createdAt.slice(0, 10)]) {
      await expect(one).toContainText(content)
    }
    await expect(one.getByRole('link')).toHaveText('View')
    await expect(one.getByRole('link')).toHaveAttribute(
      'href',
      `/admin/course-view/${few.id}/${cancelled._id}`,
    )
  })
  await test.step('by name and by playlist', async () => {
    await pressing(page, () => head(page, 'Name').getByRole('button').click())
    await expect(first(page)).toContainText(cancelled.videoTitle)
    await pressing(page, () => head(page, 'Playlist').getByRole('button').click())
    await expect(first(page)).toContainText(few.title)
    await pressing(page, () => head(page, 'Playlist').getByRole('button').click())
    await expect(first(page)).toContainText(bulk.title)
  })
  await test.step('of one status', async () => {
    await pressing(page, () => chip(page, 'cancel').click())
    await expect(rows(page)).toHaveCount(2)
    await expect(first(page)).toContainText(cancelled.videoTitle)
    await page.getByRole('link', { name: `View ${cancelled.videoTitle}` }).click()
    await expect(page).toHaveURL(`/admin/course-view/${few.id}/${cancelled._id}`)
  })
})

test('the table of teachers has those alone, sorted and narrowed by the server', async ({
  page,
  prepare,
}) => {
  const mark = unique()
  const amy = await prepare.member('Teacher', { name: `Amy ${mark}`, email: `zz-${mark}@example.org` })
  const zed = await prepare.member('Teacher', { name: `Zed ${mark}`, email: `aa-${mark}@example.org` })
  await prepare.member('Student', { name: `Mia ${mark}` })
  await prepare.publish(amy)
  await logInAs(page, await prepare.admin())
  await page.goto('/admin/teachers')

  await test.step('only that role, by name or address', async () => {
    await search(page, 'teachers', mark)
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      'Email',
      'Playlists',
      'Joined',
      'Trusted',
      'Account',
    ])
    const cells = row(page, amy.name).getByRole('cell')
    await expect(cells.nth(1)).toHaveText(amy.email)
    await expect(cells.nth(2)).toHaveText('1')
    await expect(cells.nth(3)).toHaveText(amy.user.createdAt.slice(0, 10))
  })
  await test.step('by name and by address', async () => {
    const query = await pressing(page, () => head(page, 'Name').getByRole('button').click())
    expect([query.get('sort'), query.get('order')]).toEqual(['name', 'asc'])
    await expect(first(page)).toContainText(amy.name)
    await pressing(page, () => head(page, 'Email').getByRole('button').click())
    await expect(first(page)).toContainText(zed.name)
  })
  await test.step('a name leads to the person', async () => {
    await expect(page.getByRole('link', { name: amy.name })).toHaveAttribute(
      'href',
      `/admin/people/${amy.id}`,
    )
  })
  await test.step('a search without matches', async () => {
    await search(page, 'teachers', `nobody ${mark}`)
    await expect(page.getByRole('heading', { name: 'No teachers yet!' })).toBeVisible()
    await expect(page.getByText(`Nobody matches “nobody ${mark}”.`)).toBeVisible()
  })
})
