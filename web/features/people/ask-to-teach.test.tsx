import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aUser, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { AskToTeach } from './ask-to-teach.tsx'

test('a student asks to teach, and says what', async () => {
  const sent: unknown[] = []
  const context = testContext({
    user: aUser(),
    answers: {
      'teacherRequests.create': (request) => {
        sent.push(sentTo(request))
        return Response.json({ success: true, message: 'Asked.' }, { status: 201 })
      },
    },
  })
  renderAt([{ path: '/', Component: AskToTeach }], '/', context)
  const field = screen.getByLabelText('What do you want to teach?')
  await userEvent.type(field, 'Wood')
  await userEvent.click(screen.getByRole('button', { name: 'Ask to teach' }))
  expect(screen.getByText('Tell us in 10 to 500 characters what you want to teach.')).toBeTruthy()
  await userEvent.type(field, 'work for beginners.')
  await userEvent.click(screen.getByRole('button', { name: 'Ask to teach' }))
  expect(await screen.findByText('You have asked. An admin will decide whether you can teach.')).toBeTruthy()
  expect(sent).toEqual([{ reason: 'Woodwork for beginners.' }])
})
