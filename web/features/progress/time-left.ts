/** `1 h 05 min` or `8 min`; never less than a minute. */
export function formatMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** `8 min left`, or `1 h 05 min left at 1.25x`: how long it takes at that speed. */
export function timeLeft(seconds: number, rate = 1): string {
  const left = `${formatMinutes(seconds / rate)} left`
  return rate === 1 ? left : `${left} at ${rate}x`
}
