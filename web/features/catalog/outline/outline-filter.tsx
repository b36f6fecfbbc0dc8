import { useId } from 'react'
import { countOf } from '#contract/format.ts'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { ChipButton, Filters } from '#web/ui/layout/chip.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './outline-filter.module.css'
import { FILTER_WORDS, type OutlineFilter } from './use-outline-filter.ts'

interface OutlineFilterRowProps {
  filter: OutlineFilter
  /** Folds or unfolds all sections; missing without sections. */
  folding: { isAllFolded: boolean; toggleAll: () => void } | undefined
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
          {FILTER_WORDS.filter((word) => word === state || counts.has(word)).map((word) => (
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
          <Button variant="ghost" size="sm" onClick={folding.toggleAll}>
            {folding.isAllFolded ? 'Unfold all' : 'Fold all'}
          </Button>
        )}
      </div>
      <div className={styles.found} role="status">
        {isOn && (
          <p>
            <b>
              {found?.size ?? 0} of {countOf(all, 'video')}
            </b>{' '}
            {typed === '' ? 'found' : `contain “${typed}”`}. Clear the filter to move videos.{' '}
            <button type="button" onClick={clear}>
              Clear
            </button>
          </p>
        )}
      </div>
    </>
  )
}
