import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { OwnMail } from '#contract/mail/mail.ts'
import { aUser, renderAt, testContext } from '#web/test-context.tsx'
import { MailBar } from './mail-bar.tsx'

const FINE: OwnMail = {
  mode: 'smtp',
  asksToConfirm: false,
  address: 'a•••@example.org',
  lastLink: null,
  isOff: false,
  pendingEmail: null,
}

function open(own: Partial<OwnMail>) {
  const me = aUser()
  let asked = 0
  const context = testContext({
    user: me,
    answers: {
      'users.mail': () => ({ ...FINE, ...own }),
      'auth.verifyAgain': () => {
        asked += 1
        return { success: true, message: 'We sent a link to a•••@example.org.' }
      },
    },
  })
  const element = (
    <>
      <MailBar me={me} />
      <p>The screen</p>
    </>
  )
  renderAt([{ path: '/', element }], '/', context)
  return { asked: () => asked }
}

test.each<[Partial<OwnMail>, string, string]>([
  [
    { asksToConfirm: true, lastLink: 'sent' },
    'Please confirm your email address. We sent a link to a•••@example.org.',
    'Send again',
  ],
  [{ asksToConfirm: true }, 'Please confirm your email address, a•••@example.org.', 'Send a link'],
  [
    { asksToConfirm: true, mode: 'outbox' },
    'Please confirm your email address. This site does not send mail. Ask its operator for the message.',
    'Make the link',
  ],
  [{ lastLink: 'failed' }, 'The email could not be sent.', 'Try again'],
  [
    { isOff: true, lastLink: 'rejected' },
    'Emails to a•••@example.org are rejected, so we stopped sending them.',
    'Try again',
  ],
  [{ asksToConfirm: true, lastLink: 'unreachable' }, "This address can't be reached.", 'Try again'],
  [{ asksToConfirm: true, lastLink: 'rejected' }, 'The email to a•••@example.org was rejected.', 'Try again'],
])('the bar for %o', async (own, sentence, action) => {
  const { asked } = open(own)
  expect(await screen.findByText(sentence)).toBeTruthy()
  const changes = own.isOff === true || own.lastLink === 'unreachable' || own.lastLink === 'rejected'
  expect(screen.queryAllByRole('link', { name: 'Change address' })).toHaveLength(changes ? 1 : 0)
  await userEvent.click(screen.getByRole('button', { name: action }))
  expect(asked()).toBe(1)
})

test('there is no bar without a problem', async () => {
  open({})
  expect(await screen.findByText('The screen')).toBeTruthy()
  expect(screen.queryByRole('region')).toBeNull()
})
