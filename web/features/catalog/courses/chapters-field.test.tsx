import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt, testContext } from '#web/test-context.tsx'
import { ChaptersField } from './chapters-field.tsx'

const open = (description: string) =>
  renderAt(
    [{ path: '*', element: <ChaptersField defaultValue="" description={description} /> }],
    '/',
    testContext(),
  )

test('the chapters of a pasted description are offered', async () => {
  open('In this video:\n0:00 What a closure is\n4:10 Backpacks\nSee you!')
  await screen.findByText(/The description has 2 chapters\./)
  await userEvent.click(screen.getByRole('button'))
  expect(screen.getByRole('textbox', { name: /Chapters/ })).toHaveProperty(
    'value',
    '0:00 What a closure is\n4:10 Backpacks',
  )
  expect(screen.queryByText(/The description has/)).toBeNull()
})

test('without chapters in the description there is no offer', async () => {
  open('We meet at 4:10.')
  await screen.findByRole('textbox', { name: /Chapters/ })
  expect(screen.queryByText(/The description has/)).toBeNull()
})
