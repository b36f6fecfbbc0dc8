import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useRef, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { SearchInput } from './search-input.tsx'
import { TextField } from './text-field.tsx'

const alive: { root: Root; page: HTMLElement }[] = []
afterEach(() => {
  for (const { root, page } of alive.splice(0)) {
    act(() => root.unmount())
    page.remove()
  }
})

/** Markup as the server sends it, into which somebody types before it comes alive. */
function typeInto(markup: ReactNode, typed: string): void {
  const page = document.createElement('div')
  const sent = new DOMParser().parseFromString(renderToString(markup), 'text/html')
  page.append(...sent.body.childNodes)
  document.body.append(page)
  const [field] = page.getElementsByTagName('input')
  if (field) field.value = typed
  act(() => {
    alive.push({ page, root: hydrateRoot(page, markup) })
  })
}

function Titled() {
  const [title, setTitle] = useState('')
  const [, again] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <TextField ref={field} name="title" label="Title" value={title} onChange={setTitle} />
      <output>{title}</output>
      <button type="button" onClick={() => again((times) => times + 1)}>
        Draw again
      </button>
      <button type="button" onClick={() => field.current?.focus()}>
        Go there
      </button>
    </>
  )
}

function Searched() {
  const [words, setWords] = useState('')
  return (
    <>
      <SearchInput id="q" value={words} placeholder="Search" onChange={setWords} />
      <output>{words}</output>
    </>
  )
}

test('what was typed before the page was alive is kept and known', async () => {
  typeInto(<Titled />, 'Typed early')
  expect(screen.getByRole('status').textContent).toBe('Typed early')
  await userEvent.click(screen.getByRole('button', { name: 'Draw again' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Typed early')
})

test('so it is in a search box', () => {
  typeInto(<Searched />, 'calculus')
  expect(screen.getByRole('status').textContent).toBe('calculus')
})

test('the field can still be reached by whoever drew it', async () => {
  typeInto(<Titled />, '')
  await userEvent.click(screen.getByRole('button', { name: 'Go there' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' }))
})
