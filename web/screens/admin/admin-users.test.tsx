import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { User } from '#contract/account/users.ts'
import { aUser, renderAt, testContext } from '#web/test-context.tsx'
import { Component as Admin } from './admin.tsx'
import { AdminOthers, AdminStudents, AdminTeachers } from './admin-users.tsx'

const librarian: User = {
  _id: 'c'.repeat(24),
  username: 'Iris Novak',
  email: 'iris@site.example',
  isAdmin: true,
  role: 'Other',
  profession: 'Librarian',
  profilePhoto: { url: '/media/photo.webp', width: 640, height: 640 },
  createdAt: '2026-03-14T15:09:26.000Z',
  createdPlaylists: [],
  savedPlaylistsCount: 0,
}

let users: User[]
let queries: Record<string, string>[]

beforeEach(() => {
  users = [librarian]
  queries = []
})

function open(path: string, isAdmin = true) {
  const context = testContext({
    user: aUser({ isAdmin }),
    answers: {
      'users.list': ({ query }) => {
        queries.push(query)
        const nextCursor = query.cursor === undefined && users.length > 0 ? 'next' : null
        return { users: query.cursor === 'next' ? [] : users, total: users.length, nextCursor }
      },
    },
  })
  const children = [
    { path: 'teachers', Component: AdminTeachers },
    { path: 'students', Component: AdminStudents },
    { path: 'other', Component: AdminOthers },
  ]
  return renderAt([{ path: '/admin', Component: Admin, children }], path, context)
}

test.each([
  ['/admin/teachers', 'Teacher', 'No teachers yet!'],
  ['/admin/students', 'Student', 'No students yet!'],
  ['/admin/other', 'Other', 'No users yet!'],
])('%s lists the role %s, and has an empty state', async (path, role, none) => {
  users = []
  open(path)
  expect(await screen.findByRole('heading', { name: none })).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  expect(queries).toEqual([{ role, limit: '50' }])
})

test.each([
  ['/admin/teachers', ['Name', 'Email', 'Playlists', 'Joined', 'Trusted', 'Account']],
  ['/admin/students', ['Name', 'Email', 'Saved playlists', 'Joined', 'Account']],
  ['/admin/other', ['Name', 'Email', 'Profession', 'Joined', 'Account']],
])('%s has the columns %j', async (path, columns) => {
  open(path)
  const headers = await screen.findAllByRole('columnheader')
  expect(headers.map(({ textContent }) => textContent)).toEqual(columns)
})

test.each([
  ['/admin/teachers', 'teachers', 'No teachers yet!'],
  ['/admin/students', 'students', 'No students yet!'],
  ['/admin/other', 'other users', 'No users yet!'],
])('a search of %s without matches says so', async (path, of, none) => {
  users = []
  open(`${path}?q=nobody`)
  expect(await screen.findByRole('searchbox', { name: `Search ${of} in this table` })).toHaveProperty(
    'value',
    'nobody',
  )
  expect(await screen.findByRole('heading', { name: none })).toBeTruthy()
  expect(screen.getByText('Nobody matches “nobody”.')).toBeTruthy()
})

test('a row shows name, address, profession, day and the admin badge', async () => {
  open('/admin/other')
  const row = within(await screen.findByRole('row', { name: /Iris Novak/ }))
  for (const text of ['iris@site.example', 'Librarian', '2026-03-14', 'Admin']) {
    expect(row.getByText(text)).toBeTruthy()
  }
  expect(row.getByRole('link').getAttribute('href')).toBe(`/admin/people/${librarian._id}`)
})

test('the server sorts, filters and paginates', async () => {
  open('/admin/other')
  await userEvent.click(await screen.findByRole('button', { name: 'Email' }))
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ sort: 'email', order: 'asc' }))
  await userEvent.type(
    screen.getByRole('searchbox', { name: 'Search other users in this table' }),
    ' iris {Enter}',
  )
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ q: 'iris', sort: 'email' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ cursor: 'next', q: 'iris', sort: 'email' }))
})

test('only an admin causes a request', async () => {
  open('/admin/other', false)
  expect(await screen.findByText('Loading other users')).toBeTruthy()
  expect(queries).toEqual([])
})

test('the search runs while the admin types, and its words go along to the other tables of people', async () => {
  const { router } = open('/admin/other')
  const box = (of: string) => screen.findByRole('searchbox', { name: `Search ${of} in this table` })
  await userEvent.type(await box('other users'), 'iris')
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ role: 'Other', q: 'iris' }))
  expect(document.activeElement).toBe(await box('other users'))

  await userEvent.type(await box('other users'), ' n')
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ role: 'Other', q: 'iris n' }))
  await userEvent.click(screen.getByRole('link', { name: 'Students' }))
  expect(await box('students')).toHaveProperty('value', 'iris n')
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ role: 'Student', q: 'iris n' }))
  await userEvent.click(screen.getByRole('link', { name: 'Teachers' }))
  expect(await box('teachers')).toHaveProperty('value', 'iris n')
  expect(router.state.location.search).toBe('?q=iris+n')
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Teachers')
  expect(screen.getByRole('link', { name: 'Courses' }).getAttribute('href')).toBe('/admin/courses-admin')
})
