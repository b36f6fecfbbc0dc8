import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SearchInput } from '#web/ui/search-input.tsx'
import styles from './teacher-search.module.css'
import { teacherSearchText } from './teacher-search.queries.ts'

const TYPING_MS = 250

/**
 * The search above the teachers. It runs while the user types and stores the text in the address, so that it survives
 * going back from a profile. Without scripts it is a plain form.
 */
export function TeacherSearch() {
  const { text, type, search } = useDebouncedSearch()
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser knows <search>
    <form
      className={styles.search}
      role="search"
      aria-label="Teachers"
      action="/teachers"
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
    >
      <label className="sr" htmlFor={id}>
        Search teachers
      </label>
      <SearchInput id={id} value={text} placeholder="Search teachers" onChange={type} />
    </form>
  )
}

/** The search text in the address, `?q=`. */
export function useTeacherQuery(): string {
  const [search] = useSearchParams()
  return teacherSearchText(search.get('q') ?? '') ?? ''
}

/** Writes the typed text into the address after a pause in typing, or at once on submit. */
function useDebouncedSearch() {
  const [, setSearch] = useSearchParams()
  const q = useTeacherQuery()
  const [text, type] = useState(q)
  const [requested, setRequested] = useState(q)
  const [previous, setPrevious] = useState(q)
  if (previous !== q) {
    setPrevious(q)
    // A link or going back changed the address.
    if (q !== requested) {
      setRequested(q)
      type(q)
    }
  }
  const search = () => {
    const query = teacherSearchText(text)
    if (query === undefined || query === requested) return
    setRequested(query)
    setSearch(query === '' ? {} : { q: query }, { replace: true, preventScrollReset: true })
  }
  const typed = useEffectEvent(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text restarts the timer
  useEffect(() => {
    const timer = setTimeout(() => typed(), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return { text, type, search }
}
