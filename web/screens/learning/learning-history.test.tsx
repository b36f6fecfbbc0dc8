import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProgressCard } from '#contract/learning/progress.ts'
import { toasts } from '#web/core/toasts.ts'
import { aProgressCard, chooseInMenu, openLearning, resetSite, site } from '#web/test-learning.tsx'
import '#web/ui/overlay/confirm.tsx'

let unsubscribe: () => void
beforeEach(() => {
  resetSite()
  unsubscribe = toasts.subscribe((toast) => site.toasts.push(toast))
})
afterEach(() => unsubscribe())

const HISTORY_MENU = 'Pause or clear history'

test('history is paused and resumed, which the page says', async () => {
  openLearning('/learning/history')
  await chooseInMenu(HISTORY_MENU, 'Pause history')
  expect(await screen.findByText('History is paused. Your progress is not being saved.')).toBeTruthy()
  const resume = screen.getAllByRole('button', { name: 'Resume history' })
  expect(resume).toHaveLength(1)
  for (const each of resume) await userEvent.click(each)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Resume history' })).toBeNull())
  expect(screen.queryByText('History is paused. Your progress is not being saved.')).toBeNull()
  expect(site.historyPaused).toBe(false)
})

test('clearing the history asks first and says that the Done marks go, too', async () => {
  site.cards = [aProgressCard('1')]
  openLearning('/learning/history')
  await screen.findByText('Video 1')
  await chooseInMenu(HISTORY_MENU, 'Clear history')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Clear your history?' }))
  expect(dialog.getByText('This also removes all your Done marks.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('Video 1')).toBeTruthy()
  await chooseInMenu(HISTORY_MENU, 'Clear history')
  const again = within(await screen.findByRole('alertdialog'))
  await userEvent.click(again.getByRole('button', { name: 'Clear history' }))
  expect(await screen.findByRole('heading', { name: 'Nothing watched yet.' })).toBeTruthy()
  expect(site.toasts[0]).toMatchObject({ tone: 'success', text: 'Your history is cleared.' })
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'History' }))
})

test('one video is forgotten after a question', async () => {
  site.cards = [aProgressCard('1', { done: true, doneBy: 'watched' }), aProgressCard('2')]
  const forgotten = site.cards[0]?.course._id
  openLearning('/learning/history')
  await chooseInMenu('More: Video 1', 'Forget')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('This also removes its Done mark.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByText('Video 1')).toBeNull())
  expect(screen.getByText('Video 2')).toBeTruthy()
  expect(site.asked).toContain(`forget ${forgotten}`)
})

/** A card of the history that was saved at a time of the browser. */
const savedAt = (mark: string, at: Date, course: Partial<ProgressCard['course']> = {}): ProgressCard => ({
  ...aProgressCard(mark, course),
  at: at.toISOString(),
})

test('the history by day has the minutes of each day, and rows with their place', async () => {
  site.cards = [
    savedAt('1', new Date(2025, 3, 2, 14, 5)),
    savedAt('2', new Date(2025, 3, 2, 9, 20), { rest: { seconds: 120, parts: 3 } }),
    savedAt('3', new Date(2025, 3, 1, 20, 41), { done: true, doneBy: 'watched' }),
  ]
  site.days = [
    { day: '2025-04-01', seconds: 720 },
    { day: '2025-04-02', seconds: 1260 },
  ]
  openLearning('/learning/history')
  const later = (await screen.findByRole('heading', { level: 3, name: '2 April 2025' })).parentElement
  await waitFor(() => expect(later?.textContent).toBe('2 April 202521 min watched'))
  const earlier = screen.getByRole('heading', { level: 3, name: '1 April 2025' }).parentElement
  expect(earlier?.textContent).toBe('1 April 202512 min watched')
  const list = within(screen.getByRole('region', { name: 'Your history' }))
  expect(list.getByRole('link', { name: 'Continue at 3:12: Video 1' }).getAttribute('href')).toBe(
    `/watch-video/${site.cards[0]?.playlist._id}/${site.cards[0]?.course._id}`,
  )
  expect(list.getByRole('link', { name: 'Watch the rest: Video 2' })).toBeTruthy()
  expect(list.getByText(/· 2 min in 3 parts$/)).toBeTruthy()
  expect(list.getByText('20:41').getAttribute('title')).toBe('1 April 2025 at 20:41')
  expect(list.getByText(/· Done$/)).toBeTruthy()
})

test('the history by playlist is in the address', async () => {
  site.cards = [aProgressCard('1', { title: 'Knots' }), aProgressCard('2', { title: 'Tokens' })]
  const { router } = openLearning('/learning/history')
  await userEvent.click(await screen.findByRole('radio', { name: 'By playlist' }))
  expect((await screen.findByRole('link', { name: 'Knots' })).getAttribute('href')).toBe(
    `/playlist-details/${site.cards[0]?.playlist._id}`,
  )
  expect(screen.getAllByText('4 of 12 done')).toHaveLength(2)
  expect(router.state.location.search).toBe('?by=playlist')
  await userEvent.click(screen.getByRole('radio', { name: 'By day' }))
  expect(router.state.location.search).toBe('')
})
