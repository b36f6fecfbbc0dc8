import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PageTitle } from '#web/ui/navigation/page-title.tsx'
import { Badge } from './badge.tsx'
import { EmptyState } from './empty-state.tsx'
import { Loading } from './loading.tsx'
import { CardSkeletons } from './skeleton.tsx'

test('an empty list has a heading and one action', () => {
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

test('loading is announced once; skeletons are not announced', () => {
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

test('a badge shows the stored status, and a total shows its number', () => {
  render(<Badge tone="approved" count={9} />)
  expect(screen.getByText(/approved/).textContent).toBe('approved 9')
})

test('the document head names the screen and the site', () => {
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
