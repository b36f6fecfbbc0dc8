import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { LongText } from './long-text.tsx'

const long = `${'Many words about it. '.repeat(60)}See https://example.org/more`

test('a short text has no button to expand it', () => {
  render(<LongText>Seven knots, tied slowly.</LongText>)
  expect(screen.getByText('Seven knots, tied slowly.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['many letters', long],
  ['many lines', 'a\n'.repeat(12)],
])('a text of %s can be expanded and collapsed', async (_kind, text) => {
  render(<LongText>{text}</LongText>)
  const whole = screen.getByRole('button', { name: 'Show all' })
  expect(whole.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(whole)
  const less = screen.getByRole('button', { name: 'Show less', expanded: true })
  await userEvent.click(less)
  expect(screen.getByRole('button', { name: 'Show all', expanded: false })).toBeTruthy()
})

test('focusing a link in the hidden part expands the text', async () => {
  render(<LongText>{long}</LongText>)
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'https://example.org/more' }))
  expect(screen.getByRole('button', { name: 'Show less' })).toBeTruthy()
})
