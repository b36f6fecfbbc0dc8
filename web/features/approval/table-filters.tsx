import { useId, useState } from 'react'
import { APPROVAL_STATUSES, type Status } from '#contract/status-words.ts'
import { ChipButton, Filters } from '#web/ui/chip.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import styles from './table-filters.module.css'

interface TableFiltersProps {
  /** What is in the table: 'playlists', 'courses'. */
  of: string
  status: Status | undefined
  q: string
  onChange: (changes: Record<string, string>) => void
}

/** Narrows an admin's table by status and by words. */
export function TableFilters({ of, status, q, onChange }: TableFiltersProps) {
  const [text, setText] = useState(q)
  const id = useId()
  return (
    <div className={styles.filters}>
      <search aria-labelledby={id}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            onChange({ q: text.trim() })
          }}
        >
          <label id={id} className="sr" htmlFor={`${id}-q`}>
            Search {of}
          </label>
          <SearchInput id={`${id}-q`} value={text} placeholder={`Search ${of}`} onChange={setText} />
        </form>
      </search>
      <Filters label="Filter by status">
        <ChipButton pressed={status === undefined} onClick={() => onChange({ status: '' })}>
          All
        </ChipButton>
        {APPROVAL_STATUSES.map((each) => (
          <ChipButton key={each} pressed={status === each} onClick={() => onChange({ status: each })}>
            <span className={styles.word}>{each}</span>
          </ChipButton>
        ))}
      </Filters>
    </div>
  )
}
