import { type SubmitEvent, useId, useState } from 'react'
import { SEARCH_MAX } from '#contract/messages.ts'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import styles from './playlist-search.module.css'

/** Searches in what is said in the videos of a playlist. An empty field ends the search. */
export function PlaylistSearch({ onSearch }: { onSearch: (words: string) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  function search(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    onSearch([...text.trim()].slice(0, SEARCH_MAX).join(''))
  }
  function change(next: string): void {
    setText(next)
    if (next === '') onSearch('')
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser knows <search>
    <form role="search" aria-label="This playlist" className={styles.form} onSubmit={search}>
      <label className="sr" htmlFor={id}>
        Search in this playlist
      </label>
      <SearchInput id={id} value={text} placeholder="Search in this playlist" onChange={change} />
    </form>
  )
}
