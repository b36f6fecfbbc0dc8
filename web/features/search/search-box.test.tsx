import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { renderAt } from '#web/test-context.tsx'
import { SearchBox } from './search-box.tsx'

function Screen() {
  const { pathname, search } = useLocation()
  return (
    <>
      <SearchBox field={useRef(null)} onSearch={() => {}} />
      <output>{pathname + search}</output>
      <Link to="/about">Elsewhere</Link>
    </>
  )
}

const open = (address: string) => renderAt([{ path: '*', Component: Screen }], address)
const box = () => screen.getByRole('searchbox', { name: 'Search courses' })
const address = () => screen.getByRole('status').textContent

test('Enter searches for the trimmed words', async () => {
  open('/')
  await userEvent.type(box(), '  type & script {Enter}')
  await waitFor(() => expect(address()).toBe('/course-search?q=type+%26+script'))
  expect(box()).toHaveProperty('value', 'type & script')
})

test('a text that the state does not have yet is searched for', async () => {
  open('/')
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(box(), 'typed early')
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(address()).toBe('/course-search?q=typed+early'))
})

test('an empty search shows an alert and does not navigate', async () => {
  const alert = vi.fn()
  vi.stubGlobal('alert', alert)
  open('/about')
  await userEvent.type(box(), '   ')
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  expect(alert).toHaveBeenCalledExactlyOnceWith('Search for something!')
  expect(address()).toBe('/about')
})

test('the box is filled from q on the search screen and cleared elsewhere', async () => {
  open('/course-search?q=react')
  expect(box()).toHaveProperty('value', 'react')
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await waitFor(() => expect(box()).toHaveProperty('value', ''))
})
