import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WordDiff } from './word-diff.tsx'

function partsOf(before: string, now: string) {
  const { container } = render(<WordDiff before={before} now={now} />)
  const textsOf = (tag: string) => [...container.querySelectorAll(tag)].map(({ textContent }) => textContent)
  return { deleted: textsOf('del'), added: textsOf('ins') }
}

test('a changed word stands beside the former one', () => {
  expect(partsOf('A tour of the engine for everyone.', 'A tour of the engine for teams.')).toEqual({
    deleted: ['everyone'],
    added: ['teams'],
  })
})

test('texts that have little in common stand one after the other', () => {
  const before = 'Behind every page there is a server, a database and a history.'
  const now = 'For people who write the pages already and want to know what answers them.'
  expect(partsOf(before, now)).toEqual({ deleted: [before], added: [now] })
})

test('texts that are too long to compare stand one after the other', () => {
  const before = 'word '.repeat(1200)
  expect(partsOf(before, `${before}more`)).toEqual({ deleted: [before], added: [`${before}more`] })
})
