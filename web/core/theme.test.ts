import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { THEME_KEY, toggleTheme, useDark } from './theme.ts'

beforeEach(() => {
  localStorage.clear()
  document.body.classList.remove('dark')
  document.documentElement.dataset.theme = 'light'
})

test('switching dark mode on and off sets the body’s class and is remembered', () => {
  const { result } = renderHook(useDark)
  expect(result.current).toBe(false)
  act(toggleTheme)
  expect(result.current).toBe(true)
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(document.body.classList.contains('dark')).toBe(true)
  expect(localStorage.getItem(THEME_KEY)).toBe('dark')
  act(toggleTheme)
  expect(result.current).toBe(false)
  expect(document.body.classList.contains('dark')).toBe(false)
  expect(localStorage.getItem(THEME_KEY)).toBe('light')
})
