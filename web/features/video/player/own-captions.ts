import type { CaptionsRef, Cue } from '#contract/captions/captions.ts'
import { trackFor } from './engine.ts'

/** The captions that the teacher has added to a video. */
export interface OwnCaptions {
  choices: readonly CaptionsRef[]
  /** The ones that the user has chosen. */
  shown: CaptionsRef | undefined
  /** Their cues, when they are loaded. */
  cues: readonly Cue[] | undefined
}

/** The captions for the language that the user wants: that one, another form of it, or else the first. */
export function captionsFor(choices: readonly CaptionsRef[], wanted: string | null): CaptionsRef | undefined {
  if (wanted === null) return undefined
  const languages = choices.map(({ language }) => language)
  return choices.find(({ language }) => language === trackFor(wanted, languages))
}

/** The language after this one in the list; the first after the last one, and after none. */
export const nextLanguage = (languages: readonly string[], current: string | null): string | undefined =>
  languages[(languages.indexOf(current ?? '') + 1) % languages.length]

/** What is said at this second; several cues at once are lines. */
export function textAt(cues: readonly Cue[], seconds: number): string {
  return cues
    .filter(({ start, end }) => start <= seconds && seconds < end)
    .map(({ text }) => text)
    .join('\n')
}
