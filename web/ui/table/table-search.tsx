import { useId } from 'react'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { useTypedSearch } from './use-typed-search.ts'

export type TableSearchProps = {
  /** The plural noun of the rows, such as 'playlists'. */
  plural: string
  /** The current search text. */
  q: string
  onSearch: (q: string) => void
  className?: string
}

/** The search of a table. It runs while the user types, and at once on Enter or when the user goes elsewhere. */
export function TableSearch({ plural, q, onSearch, className }: TableSearchProps) {
  const { text, type, search } = useTypedSearch({ q, onSearch })
  const id = useId()
  // The label must differ from the search box in the header.
  const label = `Search ${plural} in this table`
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser knows <search>
    <form
      className={className}
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
      onBlur={search}
    >
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <SearchInput id={id} value={text} placeholder={`Search ${plural}`} onChange={type} />
    </form>
  )
}
