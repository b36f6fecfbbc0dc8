import { formatTime } from '#contract/format.ts'
import type { Note } from '#contract/learning/notes.ts'

/** These have a meaning anywhere in a line. */
const MARKS = /[\\`*_[\]<>#&|~$]/g
/** These have one at the start of a line only: lists, underlined headings, rules and definitions. */
const LINE_START = /^(?:[-+=:]|\d+(?=[.)]))/

/** One line of text as Markdown that shows exactly this text. */
function escaped(line: string): string {
  return line
    .trim()
    .replace(MARKS, '\\$&')
    .replace(LINE_START, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`))
}

/** The lines of a note; a blank line starts a paragraph of the same list item. */
function paragraphs(text: string): string {
  const lines = text.split('\n').map(escaped)
  return lines
    .map((line, at) => {
      if (at === 0 || line === '') return line
      return `  ${line}`
    })
    .reduce((written, line, at) => {
      const isBreak = line !== '' && lines[at - 1] !== ''
      return `${written}${isBreak ? '\\' : ''}\n${line}`
    })
}

/** Notes as Markdown, by course; each is a link to its second. */
export function markdownOf(notes: Note[], { title, origin }: { title: string; origin: string }): string {
  const courses = Map.groupBy(notes, ({ course }) => course._id)
  const sections = [...courses.values()].map((own) => {
    const [first] = own
    const items = own.map(({ course, at, text }) => {
      const address = `${origin}/watch-video/${course.playlist._id}/${course._id}?t=${at}`
      return `- [${formatTime(at)}](${address}) ${paragraphs(text)}`
    })
    return `\n## ${escaped(first?.course.videoTitle ?? '')}\n\n${items.join('\n')}\n`
  })
  return `# ${escaped(title)}\n${sections.join('')}`
}
