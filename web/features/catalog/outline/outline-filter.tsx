import { useDeferredValue, useId, useState } from 'react'
import type { PlaylistCourse } from '#contract/catalog/playlists.ts'
import { foldText } from '#contract/fold.ts'
import { countOf } from '#contract/format.ts'
import { STATE_WORDS } from '#web/features/catalog/versions/state-chip.tsx'
import { courseItem, stateOf } from '#web/features/catalog/versions/submission-state.ts'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { ChipButton, Filters } from '#web/ui/layout/chip.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './outline-filter.module.css'

const UNAVAILABLE = 'Unavailable'
/** The order of the chips. */
const WORDS = [...new Set(Object.values(STATE_WORDS)), UNAVAILABLE]

/** What the chips of a row say. An approved video can wait for changes of its new version. */
function wordsOf(course: PlaylistCourse): string[] {
  const words = [
    STATE_WORDS[stateOf(courseItem(course))],
    ...(course.waiting?.state === 'changes' ? [STATE_WORDS.changes] : []),
    ...(course.unavailableSince === undefined ? [] : [UNAVAILABLE]),
  ]
  return [...new Set(words)]
}

/** Which videos the outline shows. */
export function useOutlineFilter(courses: readonly PlaylistCourse[]) {
  const [typed, type] = useState('')
  const [state, setState] = useState<string>()
  // The field answers at once; hundreds of rows follow.
  const words = foldText(useDeferredValue(typed)).split(' ')
  const counts = new Map<string, number>()
  for (const word of courses.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const isOn = words[0] !== '' || state !== undefined
  const found = courses.filter((course) => {
    const title = foldText(course.videoTitle)
    return (
      words.every((word) => title.includes(word)) && (state === undefined || wordsOf(course).includes(state))
    )
  })
  return {
    typed,
    type,
    state,
    setState,
    counts,
    isOn,
    all: courses.length,
    /** `undefined`: all of them. */
    found: isOn ? new Set(found.map(({ _id }) => _id)) : undefined,
    clear: () => {
      type('')
      setState(undefined)
    },
  }
}

type OutlineFilter = ReturnType<typeof useOutlineFilter>

interface OutlineFilterRowProps {
  filter: OutlineFilter
  /** Folds or unfolds all sections; missing without sections. */
  folding: { isFolded: boolean; toggle: () => void } | undefined
}

/** The search in a playlist, a chip for each state that a video of it has, and what the filter found. */
export function OutlineFilterRow({ filter, folding }: OutlineFilterRowProps) {
  const { typed, type, state, setState, counts, isOn, all, found, clear } = filter
  const id = useId()
  return (
    <>
      <div className={styles.filters}>
        {/* biome-ignore lint/a11y/useSemanticElements: not every supported browser knows <search> */}
        <form role="search" aria-label="Find in this playlist" onSubmit={(event) => event.preventDefault()}>
          <label className="sr" htmlFor={id}>
            Find in this playlist
          </label>
          <SearchInput id={id} value={typed} placeholder="Find in this playlist" onChange={type} />
        </form>
        <Filters label="Filter by state">
          <ChipButton pressed={state === undefined} onClick={() => setState(undefined)}>
            All {all}
          </ChipButton>
          {WORDS.filter((word) => word === state || counts.has(word)).map((word) => (
            <ChipButton
              key={word}
              pressed={word === state}
              onClick={() => setState(word === state ? undefined : word)}
            >
              {word} {counts.get(word) ?? 0}
            </ChipButton>
          ))}
        </Filters>
        {folding && !isOn && (
          <Button variant="ghost" size="sm" onClick={folding.toggle}>
            {folding.isFolded ? 'Unfold all' : 'Fold all'}
          </Button>
        )}
      </div>
      <div className={styles.found} role="status">
        {isOn && (
          <p>
            <b>
              {found?.size ?? 0} of {countOf(all, 'video')}
            </b>{' '}
            found. Clear the filter to move videos.{' '}
            <button type="button" onClick={clear}>
              Clear
            </button>
          </p>
        )}
      </div>
    </>
  )
}
