import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ThemeButton } from './theme-button.tsx'

test('a press switches the theme', async () => {
  document.documentElement.dataset.theme = 'light'
  render(<ThemeButton />)
  const button = screen.getByRole('button', { name: 'Dark mode' })
  await userEvent.click(button)
  expect(button.getAttribute('aria-pressed')).toBe('true')
  expect(document.documentElement.dataset.theme).toBe('dark')
})
