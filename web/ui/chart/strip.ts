import { formatCount, formatTime } from '#contract/format.ts'

/** What is known of each part of a video. The lists have one number for each slot of `slotSeconds`. */
export interface Strip {
  slotSeconds: number
  reached: readonly number[]
  watched: readonly number[]
  stopped: readonly number[]
}

/** What a slot says: `3:50`, `328 got here`, `93 %`, `64 stopped`. */
export function slotWords({ slotSeconds, reached, watched, stopped }: Strip, slot: number) {
  const past = reached[slot] ?? 0
  return {
    time: formatTime(slot * slotSeconds),
    reached: `${formatCount(past)} got here`,
    rate: past === 0 ? '0 %' : `${Math.min(100, Math.round(((watched[slot] ?? 0) / past) * 100))} %`,
    stopped: `${formatCount(stopped[slot] ?? 0)} stopped`,
  }
}

interface Bars {
  width: number
  gap: number
  /** Where they stand, and what one of them is high: negative upwards. */
  from: number
  scale: number
}

/** All bars as one path. A slot without anything has none. */
export const barsOf = (values: readonly number[], { width, gap, from, scale }: Bars): string =>
  values
    .map((value, slot) =>
      value > 0 ? `M${slot * width} ${from}v${round(value * scale)}h${width - gap}V${from}z` : '',
    )
    .join('')

/** A bar that is not nothing is seen. */
function round(height: number): number {
  const seen = Math.abs(height) < 1.5 ? Math.sign(height) * 1.5 : height
  return Math.round(seen * 10) / 10
}
