import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { renderAt } from '#web/test-context.tsx'
import {
  ALWAYS_OPEN,
  CLOSED_BY_ESCAPE,
  NAME_OF_A_PASSKEY,
  openWriting,
  sent,
  TEXT,
} from '#web/test-writing.tsx'

beforeEach(() => {
  sent.length = 0
})

const question = () => screen.queryByRole('alertdialog', { name: 'Discard your text?' })

test.each([...CLOSED_BY_ESCAPE, NAME_OF_A_PASSKEY])(
  'Escape asks before it discards $what',
  async (writing) => {
    const field = await openWriting(writing)
    await userEvent.type(field, TEXT)
    await userEvent.keyboard('{Escape}')
    expect(question()).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(question()).toBeNull()
    expect(document.activeElement).toBe(field)
    expect(field).toHaveProperty('value', expect.stringContaining(TEXT))

    await userEvent.keyboard('{Escape}')
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
    expect(question()).toBeNull()
    expect(field.isConnected).toBe(false)
    expect(sent).toEqual([])
  },
)

test.each([...CLOSED_BY_ESCAPE, NAME_OF_A_PASSKEY])(
  'Escape closes the form of $what at once while nothing is typed',
  async (writing) => {
    const field = await openWriting(writing)
    await userEvent.click(field)
    await userEvent.keyboard('{Escape}')
    expect(question()).toBeNull()
    expect(field.isConnected).toBe(false)
  },
)

test.each(
  [...CLOSED_BY_ESCAPE, ...ALWAYS_OPEN].flatMap((writing) =>
    ['Control', 'Meta'].map((key) => ({ ...writing, key })),
  ),
)('$key+Enter sends $what', async (writing) => {
  const field = await openWriting(writing)
  const reason = screen.queryByRole('radio', { name: 'Spam' })
  if (reason) await userEvent.click(reason)
  await userEvent.type(field, TEXT)
  await userEvent.keyboard(`{${writing.key}>}{Enter}{/${writing.key}}`)
  await waitFor(() => expect(sent).toEqual([writing.sends]))
})

test('Ctrl+Enter leaves a decision to its buttons', async () => {
  const form = (
    <form onSubmit={() => sent.push('a decision')}>
      <textarea aria-label="A sentence to the author" />
      <button type="submit" name="state" value="kept">
        Keep
      </button>
      <button type="submit" name="state" value="removed">
        Remove
      </button>
    </form>
  )
  renderAt([{ path: '/', element: form }], '/')
  await userEvent.type(await screen.findByRole('textbox'), 'Why?{Control>}{Enter}{/Control}')
  expect(sent).toEqual([])
})

test('Ctrl+Enter presses the button that fields outside of a form name', async () => {
  const fields = (
    <>
      <div data-sent-by="send">
        <textarea aria-label="Links" />
      </div>
      <button id="send" type="button" onClick={() => sent.push('links')}>
        Add
      </button>
      <input aria-label="Elsewhere" />
    </>
  )
  renderAt([{ path: '/', element: fields }], '/')
  await userEvent.type(await screen.findByLabelText('Elsewhere'), 'a{Control>}{Enter}{/Control}')
  expect(sent).toEqual([])
  await userEvent.type(screen.getByLabelText('Links'), 'a{Control>}{Enter}{/Control}')
  expect(sent).toEqual(['links'])
})
