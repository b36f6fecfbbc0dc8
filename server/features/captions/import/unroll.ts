import type { Cue } from '#contract/captions.ts'

/** Seconds; longer pauses end a roll. */
const GAP = 0.5
/** Captions that roll show at most this many lines again. */
const LINES_MAX = 4

/**
 * Automatic captions of YouTube and of live television roll: each cue repeats the last lines of the one before it. If these do,
 * each line stays only in the cue that brings it. Timed words (`<00:00:01.200>`) are a sign of such captions.
 */
export function unroll(cues: readonly Cue[], hasWordTimes: boolean): Cue[] {
  const rolled = cues.map((cue, index) => withoutRepeated(cue, cues[index - 1]))
  if (!isRolling(cues, rolled, hasWordTimes)) return [...cues]
  const said: Cue[] = []
  for (const cue of rolled) {
    const last = said.at(-1)
    if (cue.text !== '') said.push(cue)
    else if (last) last.end = Math.max(last.end, cue.end)
  }
  return said
}

/** Most cues repeat lines, and not only because somebody says the same again. */
function isRolling(cues: readonly Cue[], rolled: readonly Cue[], hasWordTimes: boolean): boolean {
  const repeating = cues.filter(
    ({ start, text }, index) => text !== rolled[index]?.text && start - (cues[index - 1]?.end ?? 0) <= GAP,
  )
  const news = rolled.filter(({ text }, index) => text !== '' && text !== cues[index]?.text)
  const isEnough = repeating.length > 1 || hasWordTimes
  return isEnough && news.length > 0 && repeating.length * 2 >= cues.length - 1
}

/** The cue without the lines that end the one before it. */
function withoutRepeated(cue: Cue, before: Cue | undefined): Cue {
  const lines = cue.text.split('\n')
  const shown = before?.text.split('\n') ?? []
  for (let count = Math.min(lines.length, shown.length, LINES_MAX); count > 0; count -= 1) {
    const isRepeated = shown.slice(-count).every((line, index) => line === lines[index])
    if (isRepeated && (count < lines.length || isNext(cue, before)))
      return { ...cue, text: lines.slice(count).join('\n') }
  }
  return { ...cue }
}

const isNext = (cue: Cue, before: Cue | undefined) => cue.start - (before?.end ?? 0) <= GAP
