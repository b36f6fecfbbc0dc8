import { timeText } from '#contract/time-text.ts'

export const formatTime = timeText

/** `1 h 05 min` or `8 min`; never less than a minute. */
export function formatMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
