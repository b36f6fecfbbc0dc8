/** `3:12` or `1:02:09`, not a part of a longer number or word. */
const TIME_CODE = /(?<![\w:.])(?:(\d{1,2}):)?([0-5]?\d):([0-5]\d)(?![\w:]|\.\d)/g
const MINUTE = 60
const HOUR = 3600

interface TimeCode {
  text: string
  index: number
  /** In seconds. */
  at: number
}

/** The positions in a video that a text mentions. While the duration is unknown, every time code counts. */
export function timeCodesIn(text: string, duration: number | null): TimeCode[] {
  return [...text.matchAll(TIME_CODE)]
    .map(({ 0: code, index, 1: hours = '0', 2: minutes, 3: seconds }) => ({
      text: code,
      index,
      at: Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds),
    }))
    .filter(({ at }) => duration === null || at <= duration)
}
