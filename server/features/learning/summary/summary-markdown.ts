import { finishedHeading, finishedSentence } from '#contract/learning/finished.ts'
import type { FinishedPlaylist } from '#contract/learning/learning.ts'
import { escaped, noteList, paragraphs, timeLink } from '#server/features/learning/notes/markdown.ts'

type Course = FinishedPlaylist['courses'][number]
type Question = Course['questions'][number]

interface Site {
  origin: string
  timeZone: string
}

/** A finished playlist as Markdown: what the page shows, with a link for each second. */
export function markdownOf(summary: FinishedPlaylist, { origin, timeZone }: Site): string {
  const playlistId = summary.playlist._id
  const head = `# ${escaped(finishedHeading(summary))}\n\n${escaped(finishedSentence(summary, timeZone))}\n`
  const sections = summary.courses
    .filter(({ notes, questions }) => notes.length > 0 || questions.length > 0)
    .map((course) => sectionOf(course, { origin, playlistId, courseId: course._id }))
  return [head, ...sections, changesIn(summary, origin)].join('')
}

/** The videos that were replaced or corrected after the user had watched them. */
function changesIn({ playlist, courses }: FinishedPlaylist, origin: string): string {
  const changed = courses.filter(({ changed: what }) => what !== null)
  if (changed.length === 0) return ''
  const lines = changed.map(({ _id: courseId, videoTitle, changed: what, changedAt }) => {
    const place = { origin, playlistId: playlist._id, courseId }
    const seconds = changedAt.map((at) => timeLink(place, at)).join(', ')
    return `- ${escaped(videoTitle)}: ${what === 'video' ? 'a new video' : `corrected at ${seconds}`}`
  })
  return `\n## Changed since you watched\n\n${lines.join('\n')}\n`
}

type Place = Parameters<typeof timeLink>[0]

function sectionOf({ videoTitle, notes, questions }: Course, place: Place): string {
  const parts = [
    `## ${escaped(videoTitle)}`,
    ...(notes.length > 0 ? [noteList(notes, place)] : []),
    ...questions.map((question) => questionText(question, place)),
  ]
  return `\n${parts.join('\n\n')}\n`
}

function questionText({ at, text, answer }: Question, place: Place): string {
  const when = at === null ? '' : ` at ${timeLink(place, at)}`
  const asked = `You asked${when}: ${paragraphs(text, '')}`
  if (!answer) return asked
  return `${asked}\n\n> ${paragraphs(answer.text, '> ')}\n>\n> ${escaped(answer.username)}`
}
