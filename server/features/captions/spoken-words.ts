import { readVtt } from '#contract/captions/captions-file.ts'
import { withoutForbidden } from '#contract/text-rule.ts'
import type { Db } from '#server/data/database.ts'
import { captionsInside, findFile } from './captions.queries.ts'

/** Whether the captions of a course, in one of its languages, have these words one after the other. */
export async function isSpoken(db: Db, courseId: string, words: string): Promise<boolean> {
  for (const { language } of await captionsInside(db, courseId)) {
    const vtt = await findFile(db, { courseId, language })
    if (vtt !== undefined && wordsOf(vtt).includes(words)) return true
  }
  return false
}

/** All words of a file, as a text that a user sends has them: each space is one. */
function wordsOf(vtt: string): string {
  const text = readVtt(vtt)
    .map((cue) => cue.text)
    .join(' ')
  return withoutForbidden(text).normalize('NFC').replace(/\s+/g, ' ')
}
