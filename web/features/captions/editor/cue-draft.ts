import { type DraftCue, DraftCues } from '#contract/captions/draft-cues.ts'
import { countOf } from '#contract/format.ts'
import { formatCueTime } from './cue-times.ts'

/** All cues as the one text that a draft keeps. */
export const writeDraftCues = (cues: readonly DraftCue[]): string =>
  JSON.stringify(cues.map(({ start, end, text, typed }) => ({ start, end, text, typed })))

/** The cues of a draft. Undefined for a text that `writeDraftCues` did not make. */
export function readDraftCues(text: string): DraftCue[] | undefined {
  try {
    return DraftCues.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const NAMED = 3

/** How cues differ from those of somebody else, in words: how many do, and the first of them. */
export function describeDifference(own: string, other: string, whose: 'yours' | 'theirs'): string {
  const [cues, others] = [own, other].map((text) => readDraftCues(text) ?? [])
  const known = new Set(others?.map(identityOf))
  const different = (cues ?? []).flatMap((cue, index) =>
    known.has(identityOf(cue)) ? [] : [`${index + 1} · ${formatCueTime(cue.start)} · ${cue.text}`],
  )
  const count = countOf(cues?.length ?? 0, 'cue')
  if (different.length === 0) return `${count}, all of them also in ${whose}.`
  const more = different.length - NAMED
  return [
    `${count}, ${different.length} of them not in ${whose}:`,
    ...different.slice(0, NAMED),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n')
}

const identityOf = (cue: DraftCue) => writeDraftCues([cue])
