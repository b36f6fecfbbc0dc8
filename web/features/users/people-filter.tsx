import { useId, useState } from 'react'
import { SearchInput } from '#web/ui/search-input.tsx'
import styles from './people-filter.module.css'

interface PeopleFilterProps {
  /** Who is in the table: 'teachers'. */
  of: string
  q: string
  onFilter: (q: string) => void
}

/** Narrows a table of people by words in name and address. */
export function PeopleFilter({ of, q, onFilter }: PeopleFilterProps) {
  const [text, setText] = useState(q)
  const id = useId()
  const label = `Search ${of}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser that people still use knows <search>
    <form
      className={styles.filter}
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onFilter(text.trim())
      }}
    >
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <SearchInput id={id} value={text} placeholder={label} onChange={setText} />
    </form>
  )
}
