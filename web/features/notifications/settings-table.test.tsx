import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { MailMode } from '#contract/account/auth-options.ts'
import { ASK_OPERATOR } from '#contract/mail/mail-messages.ts'
import type { NotificationSettings } from '#contract/notifications/notifications.ts'
import { Component } from '#web/screens/account/account-notifications.tsx'
import { aUser, renderAt, sentTo, testContext } from '#web/test-context.tsx'

const SETTINGS: NotificationSettings = {
  settings: [
    { kind: 'reply', app: true, mail: 'now' },
    { kind: 'answer', app: true, mail: 'now' },
  ],
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  dailyAt: '08:00',
}

test('changes made while another one is being saved are all sent, one after the other', async () => {
  const sent: unknown[] = []
  const first = Promise.withResolvers<void>()
  const context = testContext({
    user: aUser(),
    answers: {
      'auth.options': () => ({
        success: true,
        mail: 'smtp',
        verifyEmail: 'remind',
        provider: null,
        passwordLogin: true,
      }),
      'notifications.settings': () => ({ success: true, ...SETTINGS }),
      'notifications.setSettings': async (request) => {
        sent.push(sentTo(request))
        await first.promise
        return { success: true, ...SETTINGS }
      },
    },
  })
  renderAt([{ path: '/', element: <Component /> }], '/', context)
  const reply = await screen.findByRole('switch', { name: 'Reply to me: in the app' })
  const answer = screen.getByRole('switch', { name: 'Answer to my question: in the app' })
  await userEvent.click(reply)
  await userEvent.click(answer)
  await waitFor(() => expect(answer.getAttribute('aria-checked')).toBe('false'))
  expect(sent).toEqual([{ settings: [{ kind: 'reply', app: false, mail: 'now' }] }])
  first.resolve()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual({ settings: [{ kind: 'answer', app: false, mail: 'now' }] })
})

test.each<[MailMode, string]>([
  ['smtp', 'At most 20 immediate mails a day'],
  ['outbox', ASK_OPERATOR],
  ['none', 'This site does not send mail, so it tells you in the app only.'],
])(
  'with mail mode %s the screen says what becomes of mails, and offers only what the site sends',
  async (mail, sentence) => {
    const context = testContext({
      user: aUser(),
      answers: {
        'auth.options': () => ({
          success: true,
          mail,
          verifyEmail: 'off',
          provider: null,
          passwordLogin: true,
        }),
        'notifications.settings': () => ({ success: true, ...SETTINGS }),
      },
    })
    renderAt([{ path: '/', element: <Component /> }], '/', context)
    const note = await screen.findByText(sentence, { exact: false })
    expect(note.textContent?.includes('Daily')).toBe(mail === 'smtp')
    const choices = screen.queryAllByRole('group', { name: /by mail$/ })
    expect(choices).toHaveLength(mail === 'none' ? 0 : 2)
    expect(screen.queryAllByRole('columnheader', { name: 'By mail' })).toHaveLength(mail === 'none' ? 0 : 1)
  },
)

test.each([
  ['a student', aUser(), false],
  ['a teacher', aUser({ role: 'Teacher' }), true],
  ['somebody with a playlist', aUser({ createdPlaylists: ['1'.repeat(24)] }), true],
])(
  '%s sees the switches of “Your teaching” only if there is something to tell',
  async (_who, user, isTeaching) => {
    const settings = [...SETTINGS.settings, { kind: 'comment' as const, app: true, mail: 'daily' as const }]
    const context = testContext({
      user,
      answers: {
        'auth.options': () => ({
          success: true,
          mail: 'smtp',
          verifyEmail: 'off',
          provider: null,
          passwordLogin: true,
        }),
        'notifications.settings': () => ({ success: true, ...SETTINGS, settings }),
      },
    })
    renderAt([{ path: '/', element: <Component /> }], '/', context)
    await screen.findByRole('switch', { name: 'Reply to me: in the app' })
    expect(screen.queryByText('Your teaching') !== null).toBe(isTeaching)
    expect(screen.queryByRole('switch', { name: 'Comment on my course: in the app' }) !== null).toBe(
      isTeaching,
    )
  },
)
