import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RichText } from './rich-text.tsx'

test('an http address becomes a link that is marked as untrusted', () => {
  render(<RichText>{'Notes: https://example.com/a?b=1&c=2. Bye.'}</RichText>)
  const link = screen.getByRole('link', { name: 'https://example.com/a?b=1&c=2' })
  expect(link.getAttribute('href')).toBe('https://example.com/a?b=1&c=2')
  expect(link.getAttribute('rel')).toBe('ugc nofollow noopener')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.parentElement?.textContent).toBe('Notes: https://example.com/a?b=1&c=2. Bye.')
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'mailto:someone@example.com',
  'ftp://example.com/file',
  '//example.com/path',
  'main.rs and setup.py',
  'someone@example.com',
  '<a href="x">words</a>',
])('%s stays text', (text) => {
  const { container } = render(<RichText>{text}</RichText>)
  expect(screen.queryByRole('link')).toBeNull()
  expect(container.textContent).toBe(text)
  expect(container.querySelector('script')).toBeNull()
})

test('line breaks and several addresses keep their order', () => {
  const text = 'one http://a.example\ntwo https://b.example/path three'
  const { container } = render(<RichText>{text}</RichText>)
  expect(container.textContent).toBe(text)
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'http://a.example',
    'https://b.example/path',
  ])
})
