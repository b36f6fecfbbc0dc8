import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { useTypedSearch } from '#web/ui/table/use-typed-search.ts'
import styles from './teacher-search.module.css'
import { teacherSearchText } from './teacher-search.queries.ts'

/**
 * The search above the teachers. It runs while the user types and stores the text in the address, so that it survives
 * going back from a profile. Without scripts it is a plain form.
 */
export function TeacherSearch() {
  const [, setSearch] = useSearchParams()
  const { text, type, search } = useTypedSearch({
    q: useTeacherQuery(),
    wordsOf: teacherSearchText,
    onSearch: (q) => setSearch(q === '' ? {} : { q }, { replace: true, preventScrollReset: true }),
  })
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
