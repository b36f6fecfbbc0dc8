import { useEffectEvent, useLayoutEffect } from 'react'
import { isTakenKey } from '#web/core/taken-keys.ts'

/** What the keys and the bar of the desk do. */
export interface DeskCommands {
  approve: () => void
  requestChanges: () => void
  reject: () => void
  note: () => void
  skip: () => void
  undo: () => void
}

interface DeskKey {
  /** The physical key, so that it is the same one on every keyboard layout. */
  code: KeyboardEvent['code']
  /** What the button shows for the key. */
  cap: string
}

/** Every key of the desk. The handler and the buttons both come from this table. */
export const DESK_KEYS: Readonly<Record<keyof DeskCommands, DeskKey>> = {
  approve: { code: 'KeyA', cap: 'A' },
  requestChanges: { code: 'KeyC', cap: 'C' },
  reject: { code: 'KeyR', cap: 'R' },
  note: { code: 'KeyN', cap: 'N' },
  skip: { code: 'KeyJ', cap: 'J' },
  undo: { code: 'KeyZ', cap: 'Z' },
}

const COMMANDS = Object.keys(DESK_KEYS).filter((name): name is keyof DeskCommands => name in DESK_KEYS)

/** The command that a key press means, if it means one: never while the admin types or a dialog is open. */
export function deskCommandOf(event: KeyboardEvent): keyof DeskCommands | undefined {
  if (event.repeat || event.shiftKey || isTakenKey(event)) return
  return COMMANDS.find((name) => DESK_KEYS[name].code === event.code)
}

const REASON_KEY = /^(?:Digit|Numpad)([1-8])$/

/** The reason that a digit means, counted from 0. */
export function reasonIndexOf(event: KeyboardEvent): number | undefined {
  const digit = isTakenKey(event) ? undefined : REASON_KEY.exec(event.code)?.[1]
  return digit === undefined ? undefined : Number(digit) - 1
}

/** Listens to key presses on the whole page while the component is mounted. */
export function useKeyPresses(press: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent(press)
  // Not after the paint: a key may be pressed as soon as the item is there.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
