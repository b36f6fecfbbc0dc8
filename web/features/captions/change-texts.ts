import type { Cue } from '#contract/captions/captions.ts'

/** The cues with the texts that were typed. A cue without a text is left out; a text that was not touched stays as it is. */
export function changeTexts(cues: readonly Cue[], texts: readonly string[]): Cue[] {
  return cues.flatMap((cue, index) => {
    const typed = (texts[index] ?? '').replaceAll('\r\n', '\n')
    const text = typed === cue.text ? typed : withoutEmptyLines(typed)
    return text === '' ? [] : [{ ...cue, text }]
  })
}

const withoutEmptyLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
