import type { Cue } from '#contract/captions/captions.ts'

/** Seconds; longer pauses end a roll. */
const GAP = 0.5

/** What a cue repeats of the one before it. */
interface Unit {
  pattern: RegExp
  min: number
  max: number
  /** So many of the cues repeat something. */
  share: number
}

const LINES: Unit = { pattern: /.+\n?/g, min: 1, max: 4, share: 0.5 }
/** People repeat words more often than lines, so nearly all cues have to. */
const WORDS: Unit = { pattern: /\S+\s*/g, min: 2, max: 40, share: 0.8 }

/**
 * Automatic captions of YouTube and of live television roll: each cue repeats the last lines or words of the one before it, or
 * grows from it. If these do, each word stays only in the cue that brings it. Timed words (`<00:00:01.200>`) are a sign of such
 * captions.
 */
export function unroll(cues: readonly Cue[], hasWordTimes: boolean): Cue[] {
  const grown = joinGrowing(cues)
  const isSigned = hasWordTimes || grown.length < cues.length
  return withoutRepeats(grown, LINES, isSigned) ?? withoutRepeats(grown, WORDS, false) ?? grown
}

/** A line that grows word by word becomes one cue, if most cues grow and more than one does. */
function joinGrowing(cues: readonly Cue[]): Cue[] {
  const growing = cues.filter((cue, index) => {
    const before = cues[index - 1]
    return growsFrom(cue, before) && cue.text !== before?.text
  })
  if (growing.length < 2 || growing.length < (cues.length - 1) * LINES.share) return [...cues]
  const joined: Cue[] = []
  for (const cue of cues) {
    const last = joined.at(-1)
    if (last && growsFrom(cue, last)) joined[joined.length - 1] = { ...cue, start: last.start }
    else joined.push(cue)
  }
  return joined
}

const growsFrom = (cue: Cue, before: Cue | undefined) =>
  before !== undefined && isNext(cue, before) && `${cue.text} `.startsWith(`${before.text} `)

/** Undefined for cues that do not roll. */
function withoutRepeats(cues: readonly Cue[], unit: Unit, isSigned: boolean): Cue[] | undefined {
  const rolled = cues.map((cue, index) => withoutRepeated(cue, cues[index - 1], unit))
  if (!isRolling(cues, rolled, { ...unit, isSigned })) return undefined
  const said: Cue[] = []
  for (const cue of rolled) {
    const last = said.at(-1)
    if (cue.text !== '') said.push(cue)
    else if (last) last.end = Math.max(last.end, cue.end)
  }
  return said
}

/** Most cues repeat something, and not only because somebody says the same again. */
function isRolling(
  cues: readonly Cue[],
  rolled: readonly Cue[],
  { share, isSigned }: { share: number; isSigned: boolean },
): boolean {
  const repeating = cues.filter(
    ({ start, text }, index) => text !== rolled[index]?.text && start - (cues[index - 1]?.end ?? 0) <= GAP,
  )
  const added = rolled.filter(({ text }, index) => text !== '' && text !== cues[index]?.text)
  const isEnough = repeating.length > 1 || isSigned
  return isEnough && added.length > 0 && repeating.length >= (cues.length - 1) * share
}

/** The cue without the lines or words that end the one before it. */
function withoutRepeated(cue: Cue, before: Cue | undefined, { pattern, min, max }: Unit): Cue {
  const pieces = cue.text.match(pattern) ?? []
  const shown = before?.text.match(pattern) ?? []
  for (let count = Math.min(pieces.length, shown.length, max); count >= min; count -= 1) {
    const isRepeated = shown.slice(-count).every((piece, index) => piece.trim() === pieces[index]?.trim())
    if (isRepeated && (count < pieces.length || isNext(cue, before)))
      return { ...cue, text: pieces.slice(count).join('') }
  }
  return { ...cue }
}

const isNext = (cue: Cue, before: Cue | undefined) => cue.start - (before?.end ?? 0) <= GAP
