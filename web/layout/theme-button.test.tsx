import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ThemeButton } from './theme-button.tsx'

test('a press shows the other theme, and not within the task of the press', async () => {
  document.documentElement.dataset.theme = 'light'
  render(<ThemeButton />)
  const button = screen.getByRole('button', { name: 'Dark mode' })
  const themesAtPress: (string | undefined)[] = []
  document.addEventListener('click', () => themesAtPress.push(document.documentElement.dataset.theme), {
    once: true,
  })
  await userEvent.click(button)
  expect(themesAtPress).toEqual(['light'])
  await vi.waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
  expect(document.documentElement.dataset.theme).toBe('dark')
})
