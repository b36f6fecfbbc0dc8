import { useEffect, useEffectEvent, useState } from 'react'

const TYPING_MS = 250

interface TypedSearch {
  /** What is searched for. */
  q: string
  /** The words of a text, or nothing if they are too few to search for. */
  wordsOf?: (text: string) => string | undefined
  onSearch: (words: string) => void
}

const trimmed = (text: string) => text.trim()

/** The text of a search box that searches after a pause in typing, or at once by `search`. */
export function useTypedSearch({ q, wordsOf = trimmed, onSearch }: TypedSearch) {
  const [text, type] = useState(q)
  const [requested, setRequested] = useState(q)
  const [previous, setPrevious] = useState(q)
  if (previous !== q) {
    setPrevious(q)
    // A link, a button or going back changed the words.
    if (q !== requested) {
      setRequested(q)
      type(q)
    }
  }
  function search(): void {
    const words = wordsOf(text)
    if (words === undefined || words === requested) return
    setRequested(words)
    onSearch(words)
  }
  const typed = useEffectEvent(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text restarts the timer
  useEffect(() => {
    const timer = setTimeout(() => typed(), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return { text, type, search }
}
