import { render } from '@testing-library/react'
import { memo } from 'react'
import { expect, test, vi } from 'vitest'
import { partsOf } from './parts-of.ts'
import { showSame } from './show-same.ts'

test('parts have the same size, and the last what is left', () => {
  expect(partsOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(partsOf([], 2)).toEqual([])
})

test('a list that grows or changes renders only the parts that did', () => {
  const rendered = vi.fn()
  const Part = memo(({ words }: { words: readonly string[] }) => {
    rendered(words.join(' '))
    return <ul>{words.join(' ')}</ul>
  }, showSame)
  const list = (words: readonly string[]) =>
    partsOf(words, 2).map((part) => <Part key={part[0]} words={part} />)
  const { rerender } = render(list(['a', 'b', 'c', 'd']))
  rendered.mockClear()
  rerender(list(['a', 'b', 'c', 'd', 'e']))
  expect(rendered.mock.calls).toEqual([['e']])
  rendered.mockClear()
  rerender(list(['a', 'b', 'c', 'changed', 'e']))
  expect(rendered.mock.calls).toEqual([['c changed']])
  rendered.mockClear()
  rerender(list(['a', 'b', 'c', 'changed']))
  expect(rendered).not.toHaveBeenCalled()
})

test('so do parts of parts', () => {
  const rendered = vi.fn()
  const Parts = memo(({ parts }: { parts: readonly (readonly string[])[] }) => {
    rendered(parts.map((part) => part.join(' ')))
    return parts.map((part) => <ul key={part[0]}>{part.join(' ')}</ul>)
  }, showSame)
  const list = (words: readonly string[]) =>
    partsOf(partsOf(words, 1), 2).map((parts) => <Parts key={parts[0]?.[0]} parts={parts} />)
  const { rerender } = render(list(['a', 'b', 'c']))
  rendered.mockClear()
  rerender(list(['a', 'b', 'c', 'd']))
  expect(rendered.mock.calls).toEqual([[['c', 'd']]])
  rendered.mockClear()
  rerender(list(['a', 'changed', 'c', 'd']))
  expect(rendered.mock.calls).toEqual([[['a', 'changed']]])
})
