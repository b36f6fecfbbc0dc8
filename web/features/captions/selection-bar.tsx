import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Quote } from '#web/ui/form/timed-composer.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { EDIT } from '#web/ui/picture/later-icon-paths.ts'
import styles from './transcript.module.css'

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
        <Icon name={EDIT} size="sm" />
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
  const words = selection.toString().replace(/\s+/g, ' ').trim()
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

/** The second of the cue or the paragraph that this is in. */
function secondOf(node: Node): number | undefined {
  const element = node instanceof Element ? node : node.parentElement
  const cue = element?.closest('[data-at]') ?? element?.parentElement?.querySelector('[data-at]')
  const at = Number(cue?.getAttribute('data-at'))
  return cue && Number.isFinite(at) ? Math.floor(at) : undefined
}
