import { writeVtt } from '#contract/captions/captions-file.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import type { DemoCaptions } from './content.ts'
import type { InsertedPlaylist } from './playlists.ts'

/** How long the last line stays. */
const LAST_SECONDS = 6

/** Inserts captions and chapters of our own making for some courses. */
export async function insertCaptions(
  trx: Db,
  { playlists, captions }: { playlists: InsertedPlaylist[]; captions: DemoCaptions[] },
): Promise<void> {
  const courses = playlists.flatMap((playlist) => playlist.courses)
  for (const { course: title, chapters, captions: languages } of captions) {
    const course = courses.find((each) => each.title === title)
    if (!course) throw new Error(`There is no course ${title} for its captions.`)
    if (chapters.length > 0)
      await trx
        .updateTable('courses')
        .set({ chapters: JSON.stringify(chapters) })
        .where('id', '=', course.id)
        .execute()
    const rows = languages.map(({ language, label, lines }) => ({
      id: newId(course.time),
      course_id: course.id,
      language,
      label,
      origin: 'upload' as const,
      vtt: vttOf(lines),
      cues_count: lines.length,
      created_at: new Date(course.time).toISOString(),
    }))
    await trx.insertInto('captions').values(rows).execute()
  }
}

function vttOf(lines: readonly (readonly [number, string])[]): string {
  const cues = lines.map(([start, text], index) => ({
    start,
    end: lines[index + 1]?.[0] ?? start + LAST_SECONDS,
    text,
  }))
  return writeVtt(cues)
}
