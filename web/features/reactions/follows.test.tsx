import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useCall } from '#web/core/app-context.tsx'
import { aTeacher } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, testContext } from '#web/test-context.tsx'
import { FollowButton } from './follow-button.tsx'

const teacher = aTeacher({ followersCount: 1207 })

function Screen() {
  const call = useCall()
  const { data } = useQuery({
    queryKey: ['teacher'],
    queryFn: () => call('users.get', { params: { userId: teacher._id } }),
  })
  return (
    data && <FollowButton kind="teacher" id={data._id} name={data.username} followers={data.followersCount} />
  )
}

test('the number of followers changes with the press, and back after a failure', async () => {
  const answer = Promise.withResolvers<Response>()
  renderAt(
    [{ path: '/', Component: Screen }],
    '/',
    testContext({
      user: aUser(),
      answers: {
        'users.get': () => teacher,
        'follows.list': () => ({ teachers: [], playlists: [] }),
        'follows.followTeacher': () => answer.promise,
      },
    }),
  )
  await screen.findByText('1,207 followers')
  await vi.waitFor(() => expect(screen.getByRole('button')).toHaveProperty('disabled', false))
  await userEvent.click(screen.getByRole('button'))
  expect(await screen.findByText('1,208 followers')).toBeDefined()
  answer.resolve(errorReply(500, { code: 'unexpected', message: 'Not now.' }))
  expect(await screen.findByText('1,207 followers')).toBeDefined()
})
