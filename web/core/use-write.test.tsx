import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '#web/test-context.tsx'
import { offline } from './api-error.ts'
import { type ToastMessage, toasts } from './toasts.ts'
import { useWrite } from './use-write.ts'

let shown: ToastMessage[]
let send: ReturnType<typeof vi.fn<(text: string) => Promise<string>>>

beforeEach(() => {
  shown = []
  send = vi.fn<(text: string) => Promise<string>>().mockImplementation(async (text) => text)
  return toasts.subscribe((toast) => shown.push(toast))
})

function Screen() {
  const [text, setText] = useState('one')
  const [saved, setSaved] = useState('')
  const write = useWrite({ mutationFn: (sent: string) => send(sent) })
  return (
    <>
      <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={() => write.mutate(text, { onSuccess: setSaved })}>
        Save
      </button>
      <output>{saved}</output>
    </>
  )
}

const press = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const saved = () => screen.getByRole('status').textContent

test('“Try again” sends what was lost, once, and the screen hears of it', async () => {
  renderAt([{ path: '/', Component: Screen }], '/')
  send.mockRejectedValueOnce(offline())
  await press()
  const [lost] = shown
  expect(lost).toMatchObject({
    text: 'The connection was lost. Nothing was saved.',
    action: { label: 'Try again' },
  })
  expect(saved()).toBe('')
  lost?.action?.run()
  await vi.waitFor(() => expect(saved()).toBe('one'))
  lost?.action?.run()
  expect(send.mock.calls).toEqual([['one'], ['one']])
})

test('“Try again” does not send what was written anew since', async () => {
  renderAt([{ path: '/', Component: Screen }], '/')
  send.mockRejectedValueOnce(offline())
  await press()
  await userEvent.type(screen.getByLabelText('Text'), ' and two')
  await press()
  await vi.waitFor(() => expect(saved()).toBe('one and two'))
  shown[0]?.action?.run()
  expect(send.mock.calls).toEqual([['one'], ['one and two']])
})
