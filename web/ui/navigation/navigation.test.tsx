import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { Button, LinkButton } from './button.tsx'
import { InertIcon } from './icon-button.tsx'
import { TabsNav } from './tabs-nav.tsx'

const tabs = [
  { to: '/admin', label: 'Playlists', end: true },
  { to: '/admin/teachers', label: 'Teachers' },
]

function Address() {
  return <output>{useLocation().pathname}</output>
}

test('only the tab of this address is the current page', async () => {
  render(
    <MemoryRouter initialEntries={['/admin/teachers']}>
      <TabsNav label="Admin" tabs={tabs} />
      <Address />
    </MemoryRouter>,
  )
  expect(screen.queryByRole('navigation', { name: 'Admin' })).not.toBeNull()
  expect(screen.getByRole('link', { name: 'Teachers' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Playlists' }).hasAttribute('aria-current')).toBe(false)
  await userEvent.setup().click(screen.getByRole('link', { name: 'Playlists' }))
  expect(screen.getByRole('status').textContent).toBe('/admin')
  expect(screen.getByRole('link', { name: 'Playlists' }).getAttribute('aria-current')).toBe('page')
})

test('a busy button shows its label, keeps the focus and does nothing', async () => {
  const user = userEvent.setup()
  const onClick = vi.fn()
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy="Saving..." onClick={onClick}>
        Save Playlist
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Saving...' })
  await user.click(button)
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a button does not submit the form around it unless it says so', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button>Cancel</Button>
      <Button type="submit">Save</Button>
    </form>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onSubmit).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('a link that looks like a button is a link', () => {
  render(
    <MemoryRouter>
      <LinkButton to="/courses" variant="primary">
        Browse courses
      </LinkButton>
    </MemoryRouter>,
  )
  expect(screen.getByRole('link', { name: 'Browse courses' }).getAttribute('href')).toBe('/courses')
})

test('an action that does not exist is named but cannot be pressed', () => {
  render(<InertIcon icon="trash" label="Delete is not available" />)
  expect(screen.queryByRole('img', { name: 'Delete is not available' })).not.toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
