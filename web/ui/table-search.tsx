import { useId, useState } from 'react'
import { SearchInput } from './search-input.tsx'

export type TableSearchProps = {
  /** The plural noun of the rows, such as 'playlists'. */
  plural: string
  /** The current search text. */
  q: string
  onSearch: (q: string) => void
  className?: string
}

/** The search of a table. It runs on Enter or by its button. */
export function TableSearch({ plural, q, onSearch, className }: TableSearchProps) {
  const [text, setText] = useState(q)
  const [received, setReceived] = useState(q)
  const id = useId()
  // The label must differ from the search box in the header.
  const label = `Search ${plural} in this table`
  if (received !== q) {
    setReceived(q)
    setText(q)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser knows <search>
    <form
      className={className}
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <SearchInput id={id} value={text} placeholder={`Search ${plural}`} onChange={setText} />
    </form>
  )
}
