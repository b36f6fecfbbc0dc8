import { formatTime } from '#contract/format.ts'
import type { Note } from '#contract/learning/notes.ts'

/** These have a meaning anywhere in a line. */
const MARKS = /[\\`*_[\]<>#&|~$]/g
/** These have one at the start of a line only: lists, underlined headings, rules and definitions. */
const LINE_START = /^(?:[-+=:]|\d+(?=[.)]))/

/** One line of text as Markdown that shows exactly this text. */
export function escaped(line: string): string {
  return line
    .trim()
    .replace(MARKS, '\\$&')
    .replace(LINE_START, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`))
}

/** The lines of a text, each after the first with a prefix; a blank line starts a paragraph. */
export function paragraphs(text: string, prefix: string): string {
  const lines = text.split('\n').map(escaped)
  return lines.reduce((written, line, at) => {
    const isBreak = line !== '' && lines[at - 1] !== ''
    return `${written}${isBreak ? '\\' : ''}\n${`${prefix}${line}`.trimEnd()}`
  })
}

interface Place {
  origin: string
  playlistId: string
  courseId: string
}

/** A link to a second of a video. */
export function timeLink({ origin, playlistId, courseId }: Place, at: number): string {
  return `[${formatTime(at)}](${origin}/watch-video/${playlistId}/${courseId}?t=${at})`
}

/** A bookmark with the words spoken at its second. */
const bookmarkLine = ({ words }: Pick<Note, 'words'>) =>
  `*Bookmark*${words === undefined ? '' : ` “${escaped(words)}”`}`

/** Notes as a list; each begins with a link to its second. */
export function noteList(notes: readonly Omit<Note, 'course'>[], place: Place): string {
  return notes
    .map((note) => {
      const text = note.bookmark ? bookmarkLine(note) : paragraphs(note.text, '  ')
      return `- ${timeLink(place, note.at)} ${text}`
    })
    .join('\n')
}
