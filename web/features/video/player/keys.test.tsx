import { render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type PlayerCommands, SHORTCUTS, shortcutOf } from './keys.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

const ALL = Object.values(SHORTCUTS).flatMap((shortcuts) => shortcuts.flatMap(({ keys }) => keys))

/** What a key press in this element means. */
function press(own: KeyboardEventInit, target: Element = document.body): string | undefined {
  let label: string | undefined
  const listener = (event: KeyboardEvent) => {
    label = shortcutOf(event, document.querySelector('section'))?.cap
  }
  document.addEventListener('keydown', listener)
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...own }))
  document.removeEventListener('keydown', listener)
  return label
}

/** Commands that only say what was called. */
function commandSpies(called: string[]): PlayerCommands {
  const spy = (name: string) => (value?: number) =>
    void called.push(value === undefined ? name : `${name} ${value}`)
  return {
    toggle: spy('toggle'),
    skip: spy('skip'),
    jump: spy('jump'),
    rate: spy('rate'),
    faster: spy('faster'),
    louder: spy('louder'),
    mute: spy('mute'),
    captions: spy('captions'),
    nextCaptions: spy('nextCaptions'),
    chooseCaptions: () => undefined,
    repeat: spy('repeat'),
    theatre: spy('theatre'),
    fullScreen: spy('fullScreen'),
    pictureInPicture: spy('pictureInPicture'),
    frame: spy('frame'),
    next: spy('next'),
    previous: spy('previous'),
    done: spy('done'),
    note: spy('note'),
    bookmark: spy('bookmark'),
    question: spy('question'),
    search: spy('search'),
    help: spy('help'),
  }
}

test('the overlay lists exactly the keys that have a handler', () => {
  render(<ShortcutsDialog enabled onEnabled={vi.fn<() => void>()} onClose={vi.fn<() => void>()} />)
  const rows = within(screen.getByRole('dialog')).getAllByRole('definition')
  expect(rows).toHaveLength(Object.values(SHORTCUTS).flat().length)
  const shown = rows.map(({ textContent }) => textContent)
  expect(shown).toEqual([
    ...['SpaceorK', 'JL', '←→', '<>', ',.', '0to9', 'R', 'ShiftPorShiftN'],
    ...['↑↓', 'M'],
    ...['C', 'ShiftC', 'T', 'I', 'F'],
    ...['D', 'N', 'B', 'Q', '/', '?'],
  ])
})

test('every key has its own place on the keyboard and its own command', () => {
  render(<section tabIndex={-1} aria-label="Player" />)
  const player = screen.getByRole('region')
  const called: string[] = []
  const commands = commandSpies(called)
  for (const { code, shift = false, cap, run } of ALL) {
    expect(press({ code, shiftKey: shift, key: 'ж' }, player)).toBe(cap)
    run(commands)
  }
  expect(called).toEqual([
    ...['toggle', 'toggle', 'skip -10', 'skip 10', 'skip -5', 'skip 5', 'faster -1', 'faster 1'],
    ...['frame -1', 'frame 1'],
    ...['jump 0', 'jump 0.1', 'jump 0.2', 'jump 0.3', 'jump 0.4'],
    ...['jump 0.5', 'jump 0.6', 'jump 0.7', 'jump 0.8', 'jump 0.9'],
    ...['repeat', 'previous', 'next', 'louder 1', 'louder -1', 'mute'],
    ...['captions', 'nextCaptions', 'theatre'],
    ...['pictureInPicture', 'fullScreen'],
    ...['done', 'note', 'bookmark', 'question', 'search', 'help'],
  ])
  expect(new Set(ALL.map(({ code, shift }) => `${code} ${shift}`)).size).toBe(ALL.length)
})

test('a key with Control, Alt or Meta, or held down, or already handled, means nothing', () => {
  expect(press({ code: 'KeyK' })).toBe('K')
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey']) {
    expect(press({ code: 'KeyK', [modifier]: true })).toBeUndefined()
  }
  expect(press({ code: 'KeyK', repeat: true })).toBeUndefined()
  expect(press({ code: 'KeyL', repeat: true })).toBe('L')
})

test('keys mean nothing where the user types, in a menu, or while a dialog is open', () => {
  const { rerender } = render(
    <>
      <textarea />
      <input type="search" />
      <div role="menu" tabIndex={-1} />
      <input type="checkbox" />
    </>,
  )
  expect(press({ code: 'KeyK' }, screen.getByRole('textbox'))).toBeUndefined()
  expect(press({ code: 'KeyK' }, screen.getByRole('searchbox'))).toBeUndefined()
  expect(press({ code: 'KeyK' }, screen.getByRole('menu'))).toBeUndefined()
  expect(press({ code: 'KeyK' }, screen.getByRole('checkbox'))).toBe('K')
  rerender(<dialog open />)
  expect(press({ code: 'KeyK' })).toBeUndefined()
})

test('keys that scroll the page act only in the player, and not on a control that uses them', () => {
  render(
    <>
      <section tabIndex={-1} aria-label="Player">
        <button type="button">Pause</button>
        <input type="range" />
      </section>
      <p>Outside</p>
    </>,
  )
  const player = screen.getByRole('region')
  for (const code of ['Space', 'ArrowUp', 'ArrowLeft']) {
    expect(press({ code }, player)).toBeDefined()
    expect(press({ code }, screen.getByText('Outside'))).toBeUndefined()
  }
  expect(press({ code: 'Space' }, screen.getByRole('button'))).toBeUndefined()
  expect(press({ code: 'ArrowUp' }, screen.getByRole('button'))).toBeDefined()
  expect(press({ code: 'ArrowUp' }, screen.getByRole('slider'))).toBeUndefined()
})
