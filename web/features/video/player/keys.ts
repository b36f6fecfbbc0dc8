/** The commands of the keys, the control bar and the page. */
export interface PlayerCommands {
  toggle: () => void
  skip: (seconds: number) => void
  /** Jumps to that part of the duration, from 0 to 1. */
  jump: (part: number) => void
  rate: (rate: number) => void
  /** One rate faster (1) or slower (-1). */
  faster: (step: 1 | -1) => void
  louder: (step: 1 | -1) => void
  mute: () => void
  /** The last language on or off. */
  captions: () => void
  nextCaptions: () => void
  chooseCaptions: (language: string | null) => void
  /** Sets the start of a repetition, then its end, then ends it. */
  repeat: () => void
  theatre: () => void
  fullScreen: () => void
  pictureInPicture: () => void
  /** One picture forward or back, in uploaded videos. */
  frame: (direction: 1 | -1) => void
  next: () => void
  previous: () => void
  done: () => void
  note: () => void
  bookmark: () => void
  question: () => void
  search: () => void
  help: () => void
}

export interface ShortcutKey {
  /** The physical key, so that it is the same one on every keyboard layout. */
  code: KeyboardEvent['code']
  /** What the overlay shows for the key. */
  cap: string
  run: (player: PlayerCommands) => void
  shift?: true
  /** Acts again while the key is held down. */
  repeats?: true
  /** The key scrolls the page, so it acts only while the focus is in the player. */
  inPlayer?: true
}

interface Shortcut {
  label: string
  keys: readonly ShortcutKey[]
  /** The word between the keys; with `to` the overlay shows only the first and the last one. */
  between?: 'or' | 'to'
}

const HELD = { repeats: true } as const
const HELD_IN_PLAYER = { repeats: true, inPlayer: true } as const

function digits(): ShortcutKey[] {
  return Array.from({ length: 10 }, (_, digit) => ({
    code: `Digit${digit}`,
    cap: String(digit),
    run: (player) => player.jump(digit / 10),
  }))
}

const PLAYBACK: readonly Shortcut[] = [
  {
    label: 'Play or pause',
    between: 'or',
    keys: [
      { code: 'Space', cap: 'Space', run: (player) => player.toggle(), inPlayer: true },
      { code: 'KeyK', cap: 'K', run: (player) => player.toggle() },
    ],
  },
  {
    label: '10 seconds back, forward',
    keys: [
      { code: 'KeyJ', cap: 'J', run: (player) => player.skip(-10), ...HELD },
      { code: 'KeyL', cap: 'L', run: (player) => player.skip(10), ...HELD },
    ],
  },
  {
    label: '5 seconds back, forward',
    keys: [
      { code: 'ArrowLeft', cap: '←', run: (player) => player.skip(-5), ...HELD_IN_PLAYER },
      { code: 'ArrowRight', cap: '→', run: (player) => player.skip(5), ...HELD_IN_PLAYER },
    ],
  },
  {
    label: 'Slower, faster',
    keys: [
      { code: 'Comma', shift: true, cap: '<', run: (player) => player.faster(-1) },
      { code: 'Period', shift: true, cap: '>', run: (player) => player.faster(1) },
    ],
  },
  {
    label: 'One picture back, forward (uploaded videos)',
    keys: [
      { code: 'Comma', cap: ',', run: (player) => player.frame(-1), ...HELD },
      { code: 'Period', cap: '.', run: (player) => player.frame(1), ...HELD },
    ],
  },
  { label: 'Jump to 0–90%', between: 'to', keys: digits() },
  {
    label: 'Repeat a part: start, end, off',
    keys: [{ code: 'KeyR', cap: 'R', run: (player) => player.repeat() }],
  },
  {
    label: 'Previous, next video',
    between: 'or',
    keys: [
      { code: 'KeyP', shift: true, cap: 'Shift + P', run: (player) => player.previous() },
      { code: 'KeyN', shift: true, cap: 'Shift + N', run: (player) => player.next() },
    ],
  },
]

const SOUND: readonly Shortcut[] = [
  {
    label: 'Louder, quieter',
    keys: [
      { code: 'ArrowUp', cap: '↑', run: (player) => player.louder(1), ...HELD_IN_PLAYER },
      { code: 'ArrowDown', cap: '↓', run: (player) => player.louder(-1), ...HELD_IN_PLAYER },
    ],
  },
  { label: 'Mute', keys: [{ code: 'KeyM', cap: 'M', run: (player) => player.mute() }] },
]

const PICTURE: readonly Shortcut[] = [
  { label: 'Captions on, off', keys: [{ code: 'KeyC', cap: 'C', run: (player) => player.captions() }] },
  {
    label: 'Next language of the captions',
    keys: [{ code: 'KeyC', shift: true, cap: 'Shift + C', run: (player) => player.nextCaptions() }],
  },
  { label: 'Theatre', keys: [{ code: 'KeyT', cap: 'T', run: (player) => player.theatre() }] },
  {
    label: 'Picture in picture (uploaded videos)',
    keys: [{ code: 'KeyI', cap: 'I', run: (player) => player.pictureInPicture() }],
  },
  { label: 'Full screen', keys: [{ code: 'KeyF', cap: 'F', run: (player) => player.fullScreen() }] },
]

const LEARNING: readonly Shortcut[] = [
  { label: 'Done', keys: [{ code: 'KeyD', cap: 'D', run: (player) => player.done() }] },
  { label: 'Note here', keys: [{ code: 'KeyN', cap: 'N', run: (player) => player.note() }] },
  { label: 'Bookmark here', keys: [{ code: 'KeyB', cap: 'B', run: (player) => player.bookmark() }] },
  { label: 'Question here', keys: [{ code: 'KeyQ', cap: 'Q', run: (player) => player.question() }] },
  { label: 'Search the transcript', keys: [{ code: 'Slash', cap: '/', run: (player) => player.search() }] },
  { label: 'Help', keys: [{ code: 'Slash', shift: true, cap: '?', run: (player) => player.help() }] },
]

/** Every shortcut by group. The handlers and the overlay both come from this table. */
export const SHORTCUTS = { Playback: PLAYBACK, Sound: SOUND, Picture: PICTURE, Learning: LEARNING } as const

const KEYS = Object.values(SHORTCUTS).flatMap((shortcuts) => shortcuts.flatMap(({ keys }) => keys))

/** Controls that Space operates. */
const OPERATED_BY_SPACE = 'a, button, summary'
const TYPED_IN = 'textarea, select, input:not([type=range], [type=checkbox], [type=radio])'
const HAS_OWN_KEYS = `${TYPED_IN}, [role=dialog], [role=menu]`

/** The shortcut that a key press means, if it means one. `player` is the element around picture and bar. */
export function shortcutOf(event: KeyboardEvent, player: Element | null): ShortcutKey | undefined {
  const target = event.target instanceof Element ? event.target : document.body
  if (event.defaultPrevented || hasModifier(event) || hasOwnKeys(target)) return
  const key = KEYS.find(({ code, shift = false }) => code === event.code && shift === event.shiftKey)
  if (key === undefined || (event.repeat && !key.repeats)) return
  return !key.inPlayer || (player?.contains(target) && !isOperatedBy(target, key)) ? key : undefined
}

const hasModifier = ({ ctrlKey, altKey, metaKey }: KeyboardEvent) => ctrlKey || altKey || metaKey

const hasOwnKeys = (target: Element) =>
  document.querySelector('dialog[open]') !== null ||
  target.closest(HAS_OWN_KEYS) !== null ||
  (target instanceof HTMLElement && target.isContentEditable)

/** A slider takes the arrows. */
const isOperatedBy = (target: Element, { code }: ShortcutKey) =>
  code === 'Space' ? target.closest(OPERATED_BY_SPACE) !== null : target.matches('input')
