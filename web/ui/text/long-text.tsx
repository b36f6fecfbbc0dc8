import { useId, useState } from 'react'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './long-text.module.css'
import { RichText } from './rich-text.tsx'

/** A longer text fills the visible lines even at the largest width. */
const SHORT_LENGTH = 700
const SHORT_LINES = 8

const isLong = (text: string) => text.length > SHORT_LENGTH || text.split('\n').length > SHORT_LINES

/**
 * A text of any length. It shows the beginning of a long text, and a button for the rest.
 * Focusing a link in the hidden part by keyboard shows the whole text, and so does a browser without scripts.
 */
export function LongText({ children }: { children: string }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  if (!isLong(children)) return <RichText>{children}</RichText>
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside take the focus, this only handles their event */}
      <div id={id} className={open ? undefined : styles.beginning} onFocus={() => setOpen(true)}>
        <RichText>{children}</RichText>
      </div>
      <div className={styles.rest}>
        <Button size="sm" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show all'}
        </Button>
      </div>
    </>
  )
}
