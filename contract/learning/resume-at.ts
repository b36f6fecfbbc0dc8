/** A little of what was seen last, to find back into it. */
const BACK_S = 3
const ALMOST_DONE = 0.95
const LAST_S = 10

/** The second to continue at: 0 near the end, because little is left to see. */
export function resumeAt(position: number, duration: number): number {
  return isNearEnd(position, duration) ? 0 : Math.max(0, Math.floor(position - BACK_S))
}

export const isNearEnd = (position: number, duration: number) =>
  duration > 0 && (position >= ALMOST_DONE * duration || position >= duration - LAST_S)
