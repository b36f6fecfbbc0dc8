import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Badge } from './badge.tsx'
import { EmptyState } from './empty-state.tsx'
import { Loading } from './loading.tsx'
import { PageTitle } from './page-title.tsx'
import { CardSkeletons } from './skeleton.tsx'

test('an empty list says the sentence as a heading, with its one action', () => {
  render(
    <EmptyState
      drawing="saved"
      title="No saved playlists yet."
      help="Save a playlist to find it here."
      action={<button type="button">Browse courses</button>}
    />,
  )
  expect(screen.queryByRole('heading', { level: 2, name: 'No saved playlists yet.' })).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Browse courses' })).not.toBeNull()
})

test('loading is said once, and its skeletons are silent', () => {
  render(
    <Loading what="courses">
      <CardSkeletons count={6} />
    </Loading>,
  )
  expect(screen.getByRole('status').textContent).toBe('Loading courses')
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(6)
  expect(screen.getByRole('status').parentElement?.getAttribute('aria-busy')).toBe('true')
})

test('a badge keeps the stored word, and a total its number', () => {
  render(<Badge tone="approved" count={9} />)
  expect(screen.getByText(/approved/).textContent).toBe('approved 9')
})

test('the head of the document names screen and site', () => {
  render(
    <PageTitle
      screen="Courses"
      description="All of them."
      canonical="https://lectern.example/courses"
      unlisted
    />,
  )
  expect(document.title).toBe('Courses · Lectern')
  const content = (selector: string) => document.querySelector(selector)?.getAttribute('content')
  expect(content('meta[name="description"]')).toBe('All of them.')
  expect(content('meta[property="og:title"]')).toBe('Courses')
  expect(content('meta[name="robots"]')).toBe('noindex')
  expect(document.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(
    'https://lectern.example/courses',
  )
})
