import { expect, test, vi } from 'vitest'
import type { Draft } from './draft.ts'

/** The drafts of one tab: a new one each time, over the same database. */
async function openTab() {
  vi.resetModules()
  return import('./drafts.ts')
}

const USER = 'a'.repeat(24)

function aDraft(own: Partial<Draft> = {}): Draft {
  return {
    user: USER,
    kind: 'course',
    subject: '1',
    tab: 'first',
    fields: { title: 'Half a' },
    pictures: {},
    at: Date.now(),
    ...own,
  }
}

/** What a new tab finds. */
async function storedTitles(user = USER): Promise<(string | undefined)[]> {
  const tab = await openTab()
  tab.openDrafts(user)
  await vi.waitFor(() => expect(tab.draftsStatus().isRead).toBe(true))
  return tab.currentDrafts().map(({ fields }) => fields.title)
}

test('a new tab finds what was typed in another one, shortly after the key', async () => {
  const tab = await openTab()
  tab.openDrafts(USER)
  tab.writeDraft(aDraft())
  await vi.waitFor(async () => expect(await storedTitles()).toEqual(['Half a']))
})

test.each(['focusout', 'pagehide'])('%s stores the text at once', async (event) => {
  const tab = await openTab()
  tab.openDrafts(USER)
  await vi.waitFor(() => expect(tab.draftsStatus().isRead).toBe(true))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  tab.writeDraft(aDraft())
  dispatchEvent(new Event(event))
  vi.useRealTimers()
  await vi.waitFor(async () => expect(await storedTitles()).toEqual(['Half a']))
})

test('two tabs write a draft each, and the newest comes first', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.openDrafts(USER)
  other.openDrafts(USER)
  one.writeDraft(aDraft({ at: Date.now() - 1000 }))
  one.flushDrafts()
  other.writeDraft(aDraft({ tab: 'second', fields: { title: 'Whole' } }))
  other.flushDrafts()
  await vi.waitFor(async () => expect(await storedTitles()).toEqual(['Whole', 'Half a']))
})

test('a tab that goes on with a draft replaces it, unless the other tab has written since', async () => {
  const former = aDraft({ at: Date.now() - 2000 })
  const one = await openTab()
  one.openDrafts(USER)
  one.writeDraft(former)
  one.flushDrafts()
  await vi.waitFor(async () => expect(await storedTitles()).toEqual(['Half a']))

  const second = await openTab()
  second.openDrafts(USER)
  second.writeDraft(aDraft({ tab: 'second', fields: { title: 'Half a day' } }), former)
  second.flushDrafts()
  await vi.waitFor(async () => expect(await storedTitles()).toEqual(['Half a day']))

  one.writeDraft(aDraft({ at: Date.now() - 1000, fields: { title: 'Half a year' } }))
  one.flushDrafts()
  await vi.waitFor(async () => expect(await storedTitles()).toEqual(['Half a day', 'Half a year']))
  second.writeDraft(aDraft({ tab: 'second', fields: { title: 'Half a day off' } }), former)
  second.flushDrafts()
  await vi.waitFor(async () => expect(await storedTitles()).toEqual(['Half a day off', 'Half a year']))
})

test('what was typed after the save stays', async () => {
  const tab = await openTab()
  tab.openDrafts(USER)
  const saved = aDraft({ at: 1 + Date.now() - 1000 })
  tab.writeDraft(saved)
  tab.writeDraft(aDraft({ fields: { title: 'Half a day' } }))
  tab.removeDrafts([saved])
  expect(tab.currentDrafts()).toHaveLength(1)
  tab.flushDrafts()
  await vi.waitFor(async () => expect(await storedTitles()).toEqual(['Half a day']))
})

test('another account finds none, and a draft is gone after 30 days', async () => {
  const tab = await openTab()
  tab.openDrafts(USER)
  tab.writeDraft(aDraft())
  tab.writeDraft(aDraft({ tab: 'old', at: Date.now() - 31 * 24 * 60 * 60 * 1000 }))
  tab.flushDrafts()
  await vi.waitFor(async () => expect(await storedTitles()).toEqual(['Half a']))
  expect(await storedTitles('b'.repeat(24))).toEqual([])
  await tab.removeDraftsOf((user) => user !== 'b'.repeat(24))
  expect(await storedTitles()).toEqual([])
})

test('a browser that refuses storage keeps a draft as long as the page', async () => {
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Not allowed', 'SecurityError')
  })
  const tab = await openTab()
  tab.openDrafts(USER)
  tab.writeDraft(aDraft())
  await vi.waitFor(() => expect(tab.draftsStatus()).toMatchObject({ isRead: true, isRefused: true }))
  expect(tab.currentDrafts()).toHaveLength(1)
  open.mockRestore()
})
