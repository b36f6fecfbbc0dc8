import { APPROVAL_STATUSES, type Status } from '#contract/catalog/status-values.ts'
import { ChipButton, Filters } from '#web/ui/layout/chip.tsx'
import { TableSearch } from '#web/ui/table/table-search.tsx'
import styles from './table-filters.module.css'

interface TableFiltersProps {
  /** The plural noun of the rows, such as 'playlists'. */
  plural: string
  status: Status | undefined
  q: string
  onChange: (changes: Record<string, string>) => void
}

/** Filters an admin table by status and by search text. */
export function TableFilters({ plural, status, q, onChange }: TableFiltersProps) {
  return (
    <div className={styles.filters}>
      <TableSearch
        className={styles.search}
        plural={plural}
        q={q}
        onSearch={(words) => onChange({ q: words })}
      />
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
