import type { Cue } from '#contract/captions/captions.ts'
import { readVtt } from '#contract/captions/captions-file.ts'
import type { Db } from '#server/data/database.ts'

interface Bookmark {
  id: string
  course_id: string
  at_s: number
  /** Of the playlist. */
  language: string | null
}

/** What the captions say at the seconds of these bookmarks, by the id of the bookmark. */
export async function wordsAt(db: Db, bookmarks: readonly Bookmark[]): Promise<Map<string, string>> {
  const words = new Map<string, string>()
  if (bookmarks.length === 0) return words
  const cues = await readCues(db, bookmarks)
  for (const { id, course_id, at_s } of bookmarks) {
    const said = saidAt(cues.get(course_id) ?? [], at_s)
    if (said !== undefined) words.set(id, said)
  }
  return words
}

/** The cues by course: those in the language of the playlist, or else the first by language. */
async function readCues(db: Db, bookmarks: readonly Bookmark[]): Promise<Map<string, Cue[]>> {
  const languages = new Map(bookmarks.map(({ course_id, language }) => [course_id, language]))
  const captions = await db
    .selectFrom('captions')
    .select(['id', 'course_id', 'language'])
    .where('course_id', 'in', [...languages.keys()])
    .orderBy('language')
    .execute()
  const chosen = [...Map.groupBy(captions, ({ course_id }) => course_id).values()].flatMap(
    (all) => all.find(({ course_id, language }) => language === languages.get(course_id)) ?? all[0] ?? [],
  )
  if (chosen.length === 0) return new Map()
  const files = await db
    .selectFrom('captions')
    .select(['course_id', 'vtt'])
    .where(
      'id',
      'in',
      chosen.map(({ id }) => id),
    )
    .execute()
  return new Map(files.map(({ course_id, vtt }) => [course_id, readVtt(vtt)]))
}

/** The cue that is said when this second begins, or else the one that begins in it. */
function saidAt(cues: readonly Cue[], second: number): string | undefined {
  const said =
    cues.find(({ start, end }) => start <= second && second < end) ??
    cues.find(({ start }) => start > second && start < second + 1)
  return said?.text.replace(/\s+/g, ' ').trim()
}
