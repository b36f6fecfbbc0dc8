import type { Video, VideoSource } from '#contract/video/video.ts'

const RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
/** What the hosts play; Vimeo refuses to play slower. */
const LIMITS: Readonly<Record<VideoSource, readonly [number, number]>> = {
  youtube: [0.25, 2],
  vimeo: [0.5, 2],
  upload: [0.25, 3],
}

/** The rate that the video plays at when it is asked for this one. */
export function allowedRate({ source }: Pick<Video, 'source'>, rate: number): number {
  const [slowest, fastest] = LIMITS[source]
  return Math.min(Math.max(rate, slowest), fastest)
}

/** The rates of the menu, the same before and after the start: those of the source, and the current one. */
export function ratesOf(video: Pick<Video, 'source'>, current: number): number[] {
  const offered = RATES.filter((rate) => allowedRate(video, rate) === rate)
  return offered.includes(current) ? offered : [...offered, current].sort((a, b) => a - b)
}

/** One rate faster or slower. */
export function nextRate(video: Pick<Video, 'source'>, current: number, step: 1 | -1): number {
  const offered = ratesOf(video, current)
  return offered[offered.indexOf(current) + step] ?? current
}
