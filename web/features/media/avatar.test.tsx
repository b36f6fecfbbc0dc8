import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar, initialsOf } from './avatar.tsx'

const photo = { url: '/media/ada.webp', width: 512, height: 512 }

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['  Augusta Ada King  ', 'AK'],
  ['ñandú öz', 'ÑÖ'],
  ['👩‍🚀 Space', '👩‍🚀S'],
  ['李 小龙', '李小'],
])('%s has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a photo has an accessible name only without a visible name next to it', () => {
  const user = { _id: '1', username: 'Ada Lovelace', profilePhoto: photo }
  const { rerender } = render(<Avatar user={user} />)
  expect(screen.queryByRole('img')).toBeNull()
  rerender(<Avatar user={user} named size={120} />)
  expect(screen.getByRole('img', { name: 'Ada Lovelace' }).getAttribute('src')).toBe(photo.url)
})

test('initials take the place of a photo that cannot be loaded', () => {
  render(<Avatar user={{ _id: '1', username: 'Ada Lovelace', profilePhoto: photo }} named />)
  fireEvent.error(screen.getByRole('img', { name: 'Ada Lovelace' }))
  expect(screen.getByRole('img', { name: 'Ada Lovelace' }).textContent).toBe('AL')
})

test('a visitor has a generated figure without a name', () => {
  const { container } = render(<Avatar size={44} />)
  expect(container.querySelector('svg')).not.toBeNull()
  expect(container.textContent).toBe('')
})
