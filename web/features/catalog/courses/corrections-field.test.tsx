import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aCourse } from '#web/test-content.ts'
import { renderAt, testContext } from '#web/test-context.tsx'
import { CorrectionsField } from './corrections-field.tsx'

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Corrections/ })

test('a correction begins with the second of the video, below those that are there', async () => {
  const played = { course: aCourse(), category: 'science' }
  const element = <CorrectionsField defaultValue={'5:15 It is the variable.\n'} played={played} />
  renderAt([{ path: '*', element }], '/', testContext())
  await userEvent.click(await screen.findByRole('button', { name: 'Add a correction at 0:00' }))
  expect(document.activeElement).toBe(await field())
  await userEvent.keyboard('No.')
  expect((await field()).value).toBe('5:15 It is the variable.\n0:00 No.')
})

test('without a video beside it the field has no button', async () => {
  renderAt([{ path: '*', element: <CorrectionsField defaultValue="" /> }], '/', testContext())
  await field()
  expect(screen.queryByRole('button')).toBeNull()
})
