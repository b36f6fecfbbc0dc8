import { type RefObject, type SubmitEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SEARCH_EMPTY, SEARCH_MAX } from '#contract/messages.ts'
import { useHydrated } from '#web/core/use-hydrated.ts'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { VIEW_TRANSITION } from '#web/ui/navigation/link.tsx'
import styles from './search-box.module.css'

interface SearchBoxProps {
  field: RefObject<HTMLInputElement | null>
  onSearch: () => void
}

const SEARCH_PATH = '/course-search'

/**
 * The header's search: filled from `q` on the search screen and cleared everywhere else. Words are trimmed; an empty search
 * shows an alert. Without scripts it is a plain form to the same screen, and the browser refuses an empty search.
 */
export function SearchBox({ field, onSearch }: SearchBoxProps) {
  const navigate = useNavigate()
  const [text, setText] = useSearchText()
  const checkedByBrowser = !useHydrated() && {
    required: true,
    pattern: String.raw`.*\S.*`,
    title: SEARCH_EMPTY,
  }

  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The state does not have the text yet when the form is submitted during hydration.
    const q = (field.current?.value ?? text).trim()
    if (q === '') {
      // biome-ignore lint/suspicious/noAlert: an empty search is answered with a browser alert
      window.alert(SEARCH_EMPTY)
      return
    }
    onSearch()
    void navigate(`${SEARCH_PATH}?${new URLSearchParams({ q })}`, { viewTransition: VIEW_TRANSITION })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser knows <search>
    <form className={styles.box} role="search" aria-label="Courses" action={SEARCH_PATH} onSubmit={search}>
      <input
        ref={field}
        type="search"
        name="q"
        dir="auto"
        aria-label="Search courses"
        placeholder="Search courses"
        autoComplete="off"
        maxLength={SEARCH_MAX}
        {...checkedByBrowser}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <IconButton type="submit" icon="search" label="Search" className={styles.submit} />
    </form>
  )
}

/** The typed text. A change of the address replaces it. */
function useSearchText() {
  const { pathname, search } = useLocation()
  const q = pathname === SEARCH_PATH ? (new URLSearchParams(search).get('q') ?? '') : ''
  const address = `${pathname} ${q}`
  const [text, setText] = useState(q)
  const [textOf, setTextOf] = useState(address)
  if (textOf !== address) {
    setTextOf(address)
    setText(q)
  }
  return [text, setText] as const
}
