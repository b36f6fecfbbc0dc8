import { useId } from 'react'
import { ChipButton, Filters } from '#web/ui/layout/chip.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './thread-filters.module.css'
import type { ThreadView } from './threads.ts'

const FILTERS: readonly { filter: ThreadView['filter']; label: string }[] = [
  { filter: 'all', label: 'All' },
  { filter: 'questions', label: 'Questions' },
  { filter: 'open', label: 'Open' },
]

interface ThreadFiltersProps {
  view: ThreadView
  onChange: (view: ThreadView) => void
}

/** Which comments the list has, and in which order. */
export function ThreadFilters({ view, onChange }: ThreadFiltersProps) {
  const id = useId()
  return (
    <div className={styles.bar}>
      <Filters label="Show">
        {FILTERS.map(({ filter, label }) => (
          <ChipButton
            key={filter}
            pressed={view.filter === filter}
            onClick={() => onChange({ ...view, filter })}
          >
            {label}
          </ChipButton>
        ))}
      </Filters>
      <label className="sr" htmlFor={id}>
        Sort comments
      </label>
      <span className={styles.sort}>
        <select
          id={id}
          value={view.sort}
          onChange={({ target }) =>
            onChange({ ...view, sort: target.value === 'moment' ? 'moment' : 'newest' })
          }
        >
          <option value="newest">Newest first</option>
          <option value="moment">By moment</option>
        </select>
        <Icon name="chevron-down" size="sm" />
      </span>
    </div>
  )
}
