import type { Still, Storyboard } from './video.ts'

/** The part of a storyboard that shows this second. `master` is the address of the video's master playlist. */
export function stillAt(
  master: string,
  { every, width, height, columns, rows, sheets }: Storyboard,
  seconds: number,
): Still {
  const index = Math.floor(seconds / every)
  const sheet = Math.min(sheets, Math.floor(index / (columns * rows)) + 1)
  const cell = index % (columns * rows)
  return {
    url: master.replace(/[^/]+$/, `storyboard-${sheet}.jpg`),
    x: (cell % columns) * width,
    y: Math.floor(cell / columns) * height,
    width,
    height,
  }
}
