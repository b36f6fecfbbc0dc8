import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Confirm } from './confirm.tsx'

function LogOut({ onConfirm = () => undefined, busy = false }: { onConfirm?: () => void; busy?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Log Out
      </button>
      {open && (
        <Confirm
          onClose={() => setOpen(false)}
          title="Are you sure?"
          text="You will be logged out of your account."
          cancel="Cancel"
          action="Yes, log me out!"
          busy={busy}
          onConfirm={onConfirm}
        />
      )}
    </>
  )
}

async function openDialog(props: Parameters<typeof LogOut>[0] = {}) {
  const user = userEvent.setup()
  render(<LogOut {...props} />)
  const trigger = screen.getByRole('button', { name: 'Log Out' })
  await user.click(trigger)
  await screen.findByRole('alertdialog')
  return { user, trigger }
}

test('the dialog has a name and a description, and Cancel has the focus', async () => {
  await openDialog()
  const description = 'You will be logged out of your account.'
  expect(screen.queryByRole('alertdialog', { name: 'Are you sure?', description })).not.toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })))
})

test('Escape means Cancel, and the focus returns to where it was', async () => {
  const onConfirm = vi.fn()
  const { user, trigger } = await openDialog({ onConfirm })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(trigger))
  expect(onConfirm).not.toHaveBeenCalled()
})

test('Cancel closes the dialog without the action; the action runs once', async () => {
  const onConfirm = vi.fn()
  const { user, trigger } = await openDialog({ onConfirm })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(onConfirm).not.toHaveBeenCalled()
  await user.click(trigger)
  await user.click(await screen.findByRole('button', { name: 'Yes, log me out!' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('while the action runs, the button and Escape do nothing', async () => {
  const onConfirm = vi.fn()
  const { user } = await openDialog({ onConfirm, busy: true })
  await user.click(screen.getByRole('button', { name: 'Yes, log me out!' }))
  await user.keyboard('{Escape}')
  expect(onConfirm).not.toHaveBeenCalled()
  expect(screen.queryByRole('alertdialog')).not.toBeNull()
})

test('a dialog without Cancel has one button, which has the focus', async () => {
  render(
    <Confirm
      onClose={() => undefined}
      title="Welcome"
      text="Done."
      action="Login"
      onConfirm={() => undefined}
    />,
  )
  expect(await screen.findAllByRole('button')).toHaveLength(1)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Login' })))
})
