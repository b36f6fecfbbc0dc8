import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CAPTIONS_TOO_LARGE, type Captions } from '#contract/captions/captions.ts'
import { aUser, renderAt, testContext } from '#web/test-context.tsx'
import { CaptionsSection } from './captions-section.tsx'

const ENGLISH: Captions = {
  _id: 'e'.repeat(24),
  language: 'en',
  label: 'English',
  origin: 'upload',
  cuesCount: 2,
  createdAt: '2026-11-26T10:00:00.000Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
}

async function open() {
  const list: Captions[] = []
  const context = testContext({
    user: aUser(),
    answers: {
      'captions.list': () => ({ captions: [...list] }),
      'captions.save': () => {
        list.push(ENGLISH)
        return {
          success: true,
          message: 'Captions saved.',
          captions: ENGLISH,
          encoding: 'windows-1252',
          firstCues: [
            { start: 1, end: 2, text: 'Grüße' },
            { start: 65, end: 66, text: 'a List<String>' },
          ],
        }
      },
    },
  })
  const element = (
    <CaptionsSection
      course={{ _id: 'c', videoTitle: 'Closures' }}
      viewer="me"
      languages={[{ value: 'en', label: 'English' }]}
      language="en"
      editAddress={() => '/'}
    />
  )
  renderAt([{ path: '*', element }], '/', context)
  await userEvent.click(await screen.findByRole('button', { name: 'Add captions' }))
  return screen.getByLabelText<HTMLInputElement>('Captions file')
}

test('after an upload the teacher sees how the file was read', async () => {
  await userEvent.upload(await open(), new File(['1'], 'a.srt'))
  const status = await screen.findByText(/English begins like this/)
  const shown = within(status.closest<HTMLElement>('[role=status]') ?? document.body)
  expect(shown.getByText(/not in UTF-8. It was read as windows-1252/)).toBeDefined()
  expect(shown.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['0:01', '1:05'])
  expect(shown.getByText('Grüße')).toBeDefined()
  expect(shown.getByText('a List<String>')).toBeDefined()
})

test('a file over the limit is not sent', async () => {
  await userEvent.upload(await open(), new File(['1'.repeat(1024 * 1024 + 1)], 'a.srt'))
  expect((await screen.findByRole('alert')).textContent).toBe(CAPTIONS_TOO_LARGE)
})
