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

/** What the key C chooses next: from none to the language of the browser, then one after the other, then none again. */
export function nextLanguage({ choices, shown }: OwnCaptions, preferred: string): string | null {
  const first = captionsFor(choices, preferred)
  const order = first ? [first, ...choices.filter((each) => each !== first)] : choices
  return order[shown ? order.indexOf(shown) + 1 : 0]?.language ?? null
}

/** What is said at this second; several cues at once are lines. */
export function textAt(cues: readonly Cue[], seconds: number): string {
  return cues
    .filter(({ start, end }) => start <= seconds && seconds < end)
    .map(({ text }) => text)
    .join('\n')
}
