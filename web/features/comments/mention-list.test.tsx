import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { MentionablePerson } from '#contract/comments/mentions.ts'
import { MENTIONED_OFTEN } from '#contract/watching-messages.ts'
import { currentDrafts } from '#web/core/drafts/drafts.ts'
import { toasts } from '#web/core/toasts.ts'
import { ADA, aComment, aCourse } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { Watching } from '#web/test-watch.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import './mention-list.tsx'

const me = aUser()
const photo = me.profilePhoto
const MARTA = { _id: 'd'.repeat(24), username: 'Marta Lindqvist' }
const PEOPLE: MentionablePerson[] = [
  { ...MARTA, profilePhoto: photo, why: 'teacher' },
  { _id: 'e'.repeat(24), username: 'Mateo Rossi', profilePhoto: photo, why: 'commented' },
]

let searches: string[]
let sent: unknown[]
let message: string
let people: () => Response | { people: MentionablePerson[] }

beforeEach(() => {
  searches = []
  sent = []
  message = 'Comment added.'
  people = () => ({ people: PEOPLE })
})

function open(element = <CommentForm />) {
  const comment = aComment({ user: me, text: 'Hello.' })
  const context = testContext({
    user: me,
    answers: {
      'comments.mentionable': ({ query }) => {
        searches.push(query.q ?? '')
        return people()
      },
      'comments.create': (request) => {
        sent.push(sentTo(request))
        return Response.json({ success: true, message, comment }, { status: 201 })
      },
      'comments.update': (request) => {
        sent.push(sentTo(request))
        return { success: true, message: 'Comment updated.', updatedComment: comment }
      },
    },
  })
  return renderAt([{ path: '/', element: <Watching>{element}</Watching> }], '/', context)
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Add a comment')
const list = () => screen.findByRole('listbox', { name: 'People to mention' })
const chosen = async () => within(await list()).getByRole('option', { selected: true }).textContent
const courseId = aCourse()._id

test('a letter after @ offers people, the arrow keys choose and Enter inserts the name', async () => {
  open()
  await userEvent.type(await field(), 'Why, @ma')
  expect(await chosen()).toContain('Marta Lindqvist')
  expect(await chosen()).toContain('Teacher')
  expect(searches.at(-1)).toBe('ma')
  await userEvent.keyboard('{ArrowDown}')
  expect(await chosen()).toContain('Mateo Rossi')
  expect((await field()).getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).id,
  )
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}{Enter}')
  expect((await field()).value).toBe('Why, @Marta Lindqvist ')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect((await field()).hasAttribute('aria-activedescendant')).toBe(false)
  await userEvent.keyboard('?')
  await userEvent.click(screen.getByRole('button', { name: 'Add Comment' }))
  await waitFor(() =>
    expect(sent).toEqual([{ text: 'Why, @Marta Lindqvist ?', courseId, mentions: [MARTA._id] }]),
  )
})

test('a press inserts a name, and a name that is deleted again is not sent', async () => {
  open()
  await userEvent.type(await field(), '@m')
  await userEvent.click(within(await list()).getByText('Mateo Rossi'))
  expect((await field()).value).toBe('@Mateo Rossi ')
  expect(document.activeElement).toBe(await field())
  await userEvent.clear(await field())
  await userEvent.type(await field(), 'Hello.')
  await userEvent.click(screen.getByRole('button', { name: 'Add Comment' }))
  await waitFor(() => expect(sent).toEqual([{ text: 'Hello.', courseId }]))
})

test('Escape closes the list and not the form; another @ opens it again', async () => {
  open()
  await userEvent.type(await field(), '@ma')
  await list()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  await userEvent.keyboard('r and @')
  expect(screen.queryByRole('listbox')).toBeNull()
  await userEvent.keyboard('m')
  expect(await list()).toBeTruthy()
  expect((await field()).value).toBe('@mar and @m')
})

test('without people or an answer there is no list, and Enter makes a line', async () => {
  people = () => ({ people: [] })
  open()
  await userEvent.type(await field(), '@x')
  await waitFor(() => expect(searches).toContain('x'))
  people = () => errorReply(429, { code: 'too_many_requests', message: 'Too many requests.' })
  await userEvent.keyboard('y')
  await waitFor(() => expect(searches).toContain('xy'))
  await userEvent.keyboard('{Enter}')
  expect((await field()).value).toBe('@xy\n')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('an address is no mention', async () => {
  open()
  await userEvent.type(await field(), 'sam@ma @ ')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(searches).toEqual([])
})

test('a restored draft mentions the teacher, whose name its text has', async () => {
  const { unmount } = open()
  await userEvent.type(await field(), 'Why, @Ada Byron?')
  await waitFor(() => expect(currentDrafts()).toHaveLength(1))
  unmount()
  open()
  await waitFor(async () => expect((await field()).value).toBe('Why, @Ada Byron?'))
  await userEvent.click(screen.getByRole('button', { name: 'Add Comment' }))
  await waitFor(() => expect(sent).toEqual([{ text: 'Why, @Ada Byron?', courseId, mentions: [ADA._id] }]))
})

test('an edited comment sends whom it mentioned before and whom its author adds', async () => {
  const own = aComment({
    user: me,
    text: '@Ada Byron',
    mentions: [{ _id: ADA._id, username: ADA.username }],
  })
  open(<CommentItem comment={own} context={{ onRemove: () => undefined, Menu: () => null }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  await userEvent.type(screen.getByLabelText('Edit your comment'), ' @ma')
  await list()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toEqual([{ text: '@Ada Byron @Marta Lindqvist', courseId, mentions: [ADA._id, MARTA._id] }]),
  )
})

test('the author learns that too many people were mentioned', async () => {
  message = MENTIONED_OFTEN.added
  const shown: string[] = []
  const unsubscribe = toasts.subscribe(({ text }) => shown.push(text))
  open()
  await userEvent.type(await field(), 'Hello.')
  await userEvent.click(screen.getByRole('button', { name: 'Add Comment' }))
  await waitFor(() => expect(shown).toEqual([MENTIONED_OFTEN.added]))
  unsubscribe()
})
