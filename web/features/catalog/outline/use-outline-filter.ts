import { useDeferredValue, useMemo, useState } from 'react'
import type { PlaylistCourse } from '#contract/catalog/playlists.ts'
import { foldText } from '#contract/fold.ts'
import { STATE_WORDS } from '#web/features/catalog/versions/state-chip.tsx'
import { courseItem, stateOf } from '#web/features/catalog/versions/submission-state.ts'
import { useVideoStates } from '#web/features/video/uploads/video-news.tsx'

const UNAVAILABLE = 'Unavailable'
const PREPARING = 'Preparing'
export const FILE_FAILED = 'File failed'
/** What the chip of a file says (features/video/uploads/video-chip.tsx). */
const FILE_WORDS: Readonly<Record<string, string>> = {
  queued: PREPARING,
  working: PREPARING,
  failed: FILE_FAILED,
}
const { draft, ...LATER } = STATE_WORDS
/** The order of the chips. */
export const FILTER_WORDS = [
  ...new Set([draft, ...Object.values(FILE_WORDS), ...Object.values(LATER), UNAVAILABLE]),
]

/** What the chips of each row say, by the id of its course. */
type WordsOfRows = ReadonlyMap<string, readonly string[]>

/** What the chips of a row say. An approved video can wait for changes of its new version. */
function wordsOf(course: PlaylistCourse, file: string | undefined): string[] {
  const fileWord = file && FILE_WORDS[file]
  const words = [
    STATE_WORDS[stateOf(courseItem(course))],
    ...(course.waiting?.state === 'changes' ? [STATE_WORDS.changes] : []),
    ...(fileWord ? [fileWord] : []),
    ...(course.unavailableSince === undefined ? [] : [UNAVAILABLE]),
  ]
  return [...new Set(words)]
}

function useWordsOfRows(courses: readonly PlaylistCourse[]): WordsOfRows {
  const states = useVideoStates(courses.flatMap(({ videoState }) => videoState ?? []))
  return useMemo(() => {
    const fileOf = ({ videoState }: PlaylistCourse) => videoState && states.get(videoState._id)
    return new Map(courses.map((course) => [course._id, wordsOf(course, fileOf(course))]))
  }, [courses, states])
}

function countWords(words: WordsOfRows): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of [...words.values()].flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

interface Wanted {
  /** Folded. */
  words: string
  state: string | undefined
}

function findCourses(
  courses: readonly PlaylistCourse[],
  { words, state }: Wanted,
  wordsOfRows: WordsOfRows,
): ReadonlySet<string> {
  const found = courses.filter((course) => {
    const title = foldText(course.videoTitle)
    const matches = words.split(' ').every((word) => title.includes(word))
    return matches && (state === undefined || wordsOfRows.get(course._id)?.includes(state))
  })
  return new Set(found.map(({ _id }) => _id))
}

/** Which videos the outline shows. */
export function useOutlineFilter(courses: readonly PlaylistCourse[]) {
  const [typed, type] = useState('')
  const [state, setState] = useState<string>()
  // The field answers at once; hundreds of rows follow.
  const words = foldText(useDeferredValue(typed))
  const isOn = words !== '' || state !== undefined
  const wordsOfRows = useWordsOfRows(courses)
  const counts = useMemo(() => countWords(wordsOfRows), [wordsOfRows])
  const found = useMemo(
    () => findCourses(courses, { words, state }, wordsOfRows),
    [courses, words, state, wordsOfRows],
  )
  return {
    typed,
    type,
    state,
    setState,
    counts,
    wordsOfRows,
    isOn,
    all: courses.length,
    /** `undefined`: all of them. */
    found: isOn ? found : undefined,
    clear: () => {
      type('')
      setState(undefined)
    },
  }
}

export type OutlineFilter = ReturnType<typeof useOutlineFilter>
