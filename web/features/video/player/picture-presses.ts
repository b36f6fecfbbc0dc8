import type { PlayerCommands } from './keys.ts'

/** A second tap within this time is a double tap, so a single one waits for it. */
const TAP_MS = 250
/** Further taps may come more slowly. */
const NEXT_TAP_MS = 500
const SKIP_S = 10

/** What presses on the picture of an uploaded video do. */
export type PictureCommands = Pick<PlayerCommands, 'toggle' | 'skip' | 'fullScreen'>

/** Which third of the picture: left, middle, right. */
type Third = -1 | 0 | 1

/**
 * A click plays or pauses, and a double click changes the full screen. A double tap on the left or right third skips. Gives
 * the function that ends it.
 */
export function listenForPresses(picture: HTMLElement, commands: () => PictureCommands): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let isTouched = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  let last: { third: Third; until: number } | undefined

  function tap(third: Third, time: number): void {
    const isAgain = third !== 0 && last?.third === third && time < last.until
    clearTimeout(waiting)
    last = { third, until: time + (isAgain ? NEXT_TAP_MS : TAP_MS) }
    if (isAgain) commands().skip(third * SKIP_S)
    else waiting = setTimeout(() => commands().toggle(), TAP_MS)
  }

  const noteKind = ({ pointerType }: PointerEvent) => {
    isTouched = pointerType === 'touch'
  }
  picture.addEventListener('pointerdown', noteKind, { signal })
  picture.addEventListener(
    'click',
    ({ clientX, timeStamp }) => {
      if (isTouched) tap(thirdAt(picture, clientX), timeStamp)
      else commands().toggle()
    },
    { signal },
  )
  picture.addEventListener('dblclick', () => !isTouched && commands().fullScreen(), { signal })
  return () => {
    clearTimeout(waiting)
    listening.abort()
  }
}

function thirdAt(picture: HTMLElement, x: number): Third {
  const { left, width } = picture.getBoundingClientRect()
  const part = (x - left) / width
  if (part < 1 / 3) return -1
  return part > 2 / 3 ? 1 : 0
}
