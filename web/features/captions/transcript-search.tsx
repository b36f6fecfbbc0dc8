import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef } from 'react'
import input from '#web/ui/form/input.module.css'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './transcript.module.css'

interface TranscriptSearchProps {
  words: string
  onWords: (words: string) => void
  /** The index of the match that the search is at. */
  step: number
  count: number
  onStep: (step: number) => void
  /** The user wants to search: the field takes the focus. */
  request: object | undefined
  onRequestTaken: (() => void) | undefined
}

/** Finds words in the transcript. Enter goes to the next place, Shift and Enter to the one before. */
export function TranscriptSearch({ words, onWords, step, count, onStep, ...focus }: TranscriptSearchProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const begin = useEffectEvent(() => {
    field.current?.focus()
    field.current?.select()
    focus.onRequestTaken?.()
  })
  const { request } = focus
  useEffect(() => {
    if (request) begin()
  }, [request])
  const go = (by: 1 | -1) => count > 0 && onStep((step + by + count) % count)
  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return
    event.preventDefault()
    go(event.shiftKey ? -1 : 1)
  }
  return (
    <>
      <span className={styles.search}>
        <label className="sr" htmlFor={id}>
          Search the transcript
        </label>
        <input
          ref={field}
          id={id}
          type="search"
          className={input.input}
          dir="auto"
          autoComplete="off"
          placeholder="Search the transcript"
          value={words}
          onChange={({ target }) => onWords(target.value)}
          onKeyDown={press}
        />
        <Icon name="search" size="sm" />
      </span>
      {words.trim() !== '' && (
        <span className={styles.steps}>
          <span role="status">{count === 0 ? 'Not found' : `${step + 1} of ${count}`}</span>
          <IconButton
            icon="chevron-up"
            label="Previous match"
            size="sm"
            aria-disabled={count === 0 || undefined}
            onClick={() => go(-1)}
          />
          <IconButton
            icon="chevron-down"
            label="Next match"
            size="sm"
            aria-disabled={count === 0 || undefined}
            onClick={() => go(1)}
          />
        </span>
      )}
    </>
  )
}
