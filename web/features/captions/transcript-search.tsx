import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import input from '#web/ui/form/input.module.css'
import type { Quote } from '#web/ui/form/written.ts'
import { Button } from '#web/ui/navigation/button.tsx'
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

interface Selected extends Quote {
  /** Pixels inside of the scrolled text: below the end of the words. */
  top: number
  left: number
}

interface SelectionBarProps {
  text: RefObject<HTMLElement | null>
  onNote: (quote: Quote) => void
  onAsk: (quote: Quote) => void
}

const BAR_WIDTH = 280
const GAP = 6

/** Offers a note and a question about the selected words. */
export function SelectionBar({ text, onNote, onAsk }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<Selected>()
  const read = useEffectEvent(() => setSelected(selectionIn(text.current)))
  useEffect(() => {
    const listener = () => read()
    document.addEventListener('selectionchange', listener)
    return () => document.removeEventListener('selectionchange', listener)
  }, [])
  // The content policy allows no style attribute.
  useLayoutEffect(() => {
    bar.current?.style.setProperty('top', `${selected?.top ?? 0}px`)
    bar.current?.style.setProperty('left', `${selected?.left ?? 0}px`)
  }, [selected])
  if (!selected) return null
  const use = (act: (quote: Quote) => void) => () => {
    document.getSelection()?.removeAllRanges()
    act({ at: selected.at, text: selected.text })
  }
  return (
    <div ref={bar} className={styles.selection} role="toolbar" aria-label="Selected words">
      <Button variant="ghost" size="sm" onClick={use(onNote)}>
        <Icon name="edit" size="sm" />
        Note this
      </Button>
      <Button variant="ghost" size="sm" onClick={use(onAsk)}>
        <Icon name="message" size="sm" />
        Ask about this
      </Button>
    </div>
  )
}

function selectionIn(text: HTMLElement | null): Selected | undefined {
  const selection = document.getSelection()
  if (!(text && selection) || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  if (!text.contains(range.commonAncestorContainer)) return undefined
  const words = wordsIn(range)
  const at = secondOf(range.startContainer)
  if (words === '' || at === undefined) return undefined
  const [box, end] = [text.getBoundingClientRect(), range.getBoundingClientRect()]
  return {
    at,
    text: words,
    top: end.bottom - box.top + text.scrollTop + GAP,
    left: Math.max(GAP, Math.min(end.left - box.left, box.width - BAR_WIDTH)),
  }
}

/** The words of the captions in the selection, without the times and chapters that stand between them. */
function wordsIn(range: Range): string {
  const selected = range.cloneContents()
  for (const other of selected.querySelectorAll('a, h3')) other.remove()
  const paragraphs = [...selected.querySelectorAll('p')]
  const texts = paragraphs.length > 0 ? paragraphs : [selected]
  return texts
    .map(({ textContent }) => textContent)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The second of the cue or the paragraph that this is in. */
function secondOf(node: Node): number | undefined {
  const element = node instanceof Element ? node : node.parentElement
  const cue = element?.closest('[data-at]') ?? element?.parentElement?.querySelector('[data-at]')
  const at = Number(cue?.getAttribute('data-at'))
  return cue && Number.isFinite(at) ? Math.floor(at) : undefined
}
