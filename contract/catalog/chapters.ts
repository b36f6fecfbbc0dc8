import { z } from 'zod'
import { formatTime } from '#contract/format.ts'
import { hasForbidden, repairText } from '#contract/text-rule.ts'
import type { Chapter } from '#contract/video/video.ts'
import { timedIn, timedLines } from './timed-lines.ts'

export const CHAPTERS_MAX = 100
const TITLE_MAX = 120

/** `0:00 What a closure is` as a chapter; undefined for a line of another form. */
function chapterIn(line: string): Chapter | undefined {
  const timed = timedIn(line)
  return timed && chapterOf(timed)
}

const chapterOf = ({ at, text: title }: { at: number; text: string }): Chapter => ({ at, title })

/** Chapters, one per line. Empty lines are ignored. Gives the sentence about the first mistake instead. */
export function readChapters(text: string): { chapters: Chapter[]; error?: undefined } | { error: string } {
  const chapters: Chapter[] = []
  for (const { number, timed } of timedLines(text)) {
    const chapter = timed && chapterOf(timed)
    const mistake = mistakeIn(chapter, chapters.at(-1))
    if (mistake !== undefined) return { error: `Line ${number}: ${mistake}` }
    if (chapter) chapters.push(chapter)
  }
  if (chapters.length > CHAPTERS_MAX) return { error: `A video can have at most ${CHAPTERS_MAX} chapters.` }
  return { chapters }
}

function mistakeIn(chapter: Chapter | undefined, before: Chapter | undefined): string | undefined {
  if (!chapter) return 'write a time and a title, such as 0:00 What a closure is.'
  if (chapter.title.length > TITLE_MAX) return `a title has at most ${TITLE_MAX} characters.`
  if (!before && chapter.at !== 0) return 'chapters must start at 0:00.'
  if (before && chapter.at <= before.at)
    return `${formatTime(chapter.at)} must come after ${formatTime(before.at)}.`
  return undefined
}

/** The chapters as their teacher types them. */
export function chapterLines(chapters: readonly Chapter[]): string {
  return chapters.map(({ at, title }) => `${formatTime(at)} ${title}`).join('\n')
}

/** The lines of a description that are chapters, if they are: from 0:00 on, rising, at least two. */
export function chaptersInText(text: string): string | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => chapterIn(line) !== undefined)
  const read = readChapters(lines.join('\n'))
  return lines.length > 1 && read.error === undefined ? lines.join('\n') : undefined
}

/** The field `chapters`: lines in, chapters out; an empty text removes them. */
export const Chapters = z.string({ error: 'Chapters must be a text.' }).transform((text, context) => {
  const repaired = repairText(text)
  const read = readChapters(repaired.normalize('NFC'))
  const error = hasForbidden(repaired, true)
    ? 'Chapters contain characters that are not allowed.'
    : read.error
  if (error === undefined && read.error === undefined) return read.chapters
  context.issues.push({ code: 'custom', message: error ?? '', input: text })
  return z.NEVER
})
