import { useDeferredValue, useMemo, useState } from 'react'
import type { PlaylistCourse } from '#contract/catalog/playlists.ts'
import { foldText } from '#contract/fold.ts'
import { STATE_WORDS } from '#web/features/catalog/versions/state-chip.tsx'
import { courseItem, stateOf } from '#web/features/catalog/versions/submission-state.ts'

const UNAVAILABLE = 'Unavailable'
/** The order of the chips. */
export const FILTER_WORDS = [...new Set(Object.values(STATE_WORDS)), UNAVAILABLE]

/** What the chips of a row say. An approved video can wait for changes of its new version. */
function wordsOf(course: PlaylistCourse): string[] {
  const words = [
    STATE_WORDS[stateOf(courseItem(course))],
    ...(course.waiting?.state === 'changes' ? [STATE_WORDS.changes] : []),
    ...(course.unavailableSince === undefined ? [] : [UNAVAILABLE]),
  ]
  return [...new Set(words)]
}

function countWords(courses: readonly PlaylistCourse[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of courses.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

interface Wanted {
  /** Folded. */
  words: string
  state: string | undefined
}

function findCourses(courses: readonly PlaylistCourse[], { words, state }: Wanted): ReadonlySet<string> {
  const found = courses.filter((course) => {
    const title = foldText(course.videoTitle)
    const matches = words.split(' ').every((word) => title.includes(word))
    return matches && (state === undefined || wordsOf(course).includes(state))
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
  const counts = useMemo(() => countWords(courses), [courses])
  const found = useMemo(() => findCourses(courses, { words, state }), [courses, words, state])
  return {
    typed,
    type,
    state,
    setState,
    counts,
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
