import { useId, useState } from 'react'
import { SearchInput } from './search-input.tsx'

export type TableSearchProps = {
  /** What is in the table: 'playlists'. */
  of: string
  /** The words in force. */
  q: string
  onSearch: (q: string) => void
  className?: string
}

/** Narrows a table by words, on Enter or its button. */
export function TableSearch({ of, q, onSearch, className }: TableSearchProps) {
  const [text, setText] = useState(q)
  const [given, setGiven] = useState(q)
  const id = useId()
  // The header of every screen has a box of the same words.
  const label = `Search ${of} in this table`
  if (given !== q) {
    setGiven(q)
    setText(q)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser that people still use knows <search>
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
      <SearchInput id={id} value={text} placeholder={`Search ${of}`} onChange={setText} />
    </form>
  )
}
