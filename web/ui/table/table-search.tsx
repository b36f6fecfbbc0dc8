import { useEffect, useId } from 'react'
import { isTakenKey } from '#web/core/taken-keys.ts'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { useTypedSearch } from './use-typed-search.ts'

export type TableSearchProps = {
  /** The plural noun of the rows, such as 'playlists'. */
  plural: string
  /** The current search text. */
  q: string
  onSearch: (q: string) => void
  /** Called with the words when Enter is pressed. */
  onEnter?: (q: string) => void
  /** A key that moves the focus here, unless somebody types. */
  shortcut?: string
  className?: string
}

/** The search of a table. It runs while the user types, and at once on Enter or when the user goes elsewhere. */
export function TableSearch({ plural, q, onSearch, onEnter, shortcut, className }: TableSearchProps) {
  const { text, type, search } = useTypedSearch({ q, onSearch })
  const id = useId()
  useFocusKey(id, shortcut)
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
        onEnter?.(text.trim())
      }}
      onBlur={search}
    >
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <SearchInput
        id={id}
        value={text}
        placeholder={`Search ${plural}`}
        shortcut={shortcut}
        onChange={type}
      />
    </form>
  )
}

/** The key moves the focus to the field. */
function useFocusKey(id: string, shortcut: string | undefined): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key !== shortcut || isTakenKey(event)) return
      event.preventDefault()
      document.getElementById(id)?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [id, shortcut])
}
