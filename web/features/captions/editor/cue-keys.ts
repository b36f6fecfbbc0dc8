interface CueKey {
  /** The physical key, so that it is the same one on every keyboard layout. */
  code: KeyboardEvent['code']
  /** What the screen shows for the key. */
  cap: string
  /** Acts again while the key is held down. */
  repeats?: true
}

/** Every key of a row. The handler and the buttons come from this table. */
export const CUE_KEYS = {
  edit: { code: 'Enter', cap: 'Enter' },
  leave: { code: 'Escape', cap: 'Esc' },
  previous: { code: 'ArrowUp', cap: '↑', repeats: true },
  next: { code: 'ArrowDown', cap: '↓', repeats: true },
  play: { code: 'Space', cap: 'Space' },
  start: { code: 'BracketLeft', cap: '[' },
  end: { code: 'BracketRight', cap: ']' },
  split: { code: 'KeyS', cap: 'S' },
  merge: { code: 'KeyM', cap: 'M' },
  add: { code: 'KeyN', cap: 'N' },
  delete: { code: 'Delete', cap: 'Del' },
} as const satisfies Readonly<Record<string, CueKey>>

export type CueCommand = keyof typeof CUE_KEYS

const COMMANDS = Object.keys(CUE_KEYS).filter((name): name is CueCommand => name in CUE_KEYS)

/** The command that a key press on a row means, if it means one. */
export function cueCommandOf(event: KeyboardEvent): CueCommand | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return undefined
  return COMMANDS.find((name) => {
    const { code, repeats }: CueKey = CUE_KEYS[name]
    return code === event.code && (repeats || !event.repeat)
  })
}

/** Ctrl+Z, on a Mac ⌘+Z, by the letter that the keyboard writes, as the browser does. */
export const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'z'
