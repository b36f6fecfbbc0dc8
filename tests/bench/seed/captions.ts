import { writeVtt } from '#contract/captions/captions-file.ts'
import { newId } from '#server/data/ids.ts'
import { isoOf } from './dates.ts'
import type { Publications } from './publications.ts'
import type { Writer } from './words.ts'

/** Two cues of this length are a passage. */
const CUE_SECONDS = 15
const CUES = 40

interface CaptionsParts {
  writer: Writer
  count: number
}

/** Captions of courses all over the site, ten minutes each. */
export function* captionsRows({ courses }: Publications, { writer, count }: CaptionsParts) {
  const step = Math.floor(courses.length / count)
  for (let n = 0; n < count; n += 1) {
    const course = courses[n * step]
    if (!course) return
    // A video speaks one language.
    writer.title()
    const cues = Array.from({ length: CUES }, (_, index) => ({
      start: index * CUE_SECONDS,
      end: (index + 1) * CUE_SECONDS,
      text: writer.description(),
    }))
    yield {
      id: newId(course.time),
      course_id: course.id,
      language: 'en',
      label: 'English',
      origin: 'upload',
      vtt: writeVtt(cues),
      cues_count: CUES,
      created_at: isoOf(course.time),
    }
  }
}
