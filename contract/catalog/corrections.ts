import { z } from 'zod'
import { formatTime } from '#contract/format.ts'
import { characters, hasForbidden, repairText, seenOrEmpty } from '#contract/text-rule.ts'
import type { Correction } from '#contract/video/video.ts'
import { timedLines } from './timed-lines.ts'

export const CORRECTIONS_MAX = 50
export const CORRECTION_MAX = 300

/** A correction as its teacher typed it, with the number of its line. */
export type TypedCorrection = Correction & { line: number }

/** Corrections, one per line, in any order. Gives the sentence about the first mistake instead. */
function readCorrections(
  text: string,
): { corrections: TypedCorrection[]; error?: undefined } | { error: string } {
  const corrections: TypedCorrection[] = []
  for (const { number: line, timed } of timedLines(text)) {
    if (!timed || seenOrEmpty(timed.text) === '')
      return { error: `Line ${line}: a correction needs a time and a text.` }
    if (characters(timed.text) > CORRECTION_MAX)
      return { error: `Line ${line}: a correction has at most ${CORRECTION_MAX} characters.` }
    corrections.push({ ...timed, line })
  }
  if (corrections.length > CORRECTIONS_MAX) return { error: `At most ${CORRECTIONS_MAX} corrections.` }
  return { corrections: corrections.toSorted((a, b) => a.at - b.at) }
}

/** The field `corrections`: lines in, corrections in the order of the video out; an empty text removes them. */
export const Corrections = z.string({ error: 'Corrections must be a text.' }).transform((text, context) => {
  const repaired = repairText(text).normalize('NFC')
  const read = readCorrections(repaired)
  const error = hasForbidden(repaired, true)
    ? 'Corrections contain characters that are not allowed.'
    : read.error
  if (error === undefined && read.error === undefined) return read.corrections
  context.issues.push({ code: 'custom', message: error ?? '', input: text })
  return z.NEVER
})

/** The error for the first correction after the end of the video. Without a known duration there is no error. */
export function correctionAfterEnd(
  corrections: readonly TypedCorrection[],
  durationSeconds: number | null | undefined,
): string | undefined {
  const end = durationSeconds ?? Number.POSITIVE_INFINITY
  const [late] = corrections.filter(({ at }) => at > end).toSorted((a, b) => a.line - b.line)
  return late && `Line ${late.line}: ${formatTime(late.at)} is after the end of the video.`
}

/** The corrections as their teacher types them. */
export function correctionLines(corrections: readonly Correction[]): string {
  return corrections.map(({ at, text }) => `${formatTime(at)} ${text}`).join('\n')
}
