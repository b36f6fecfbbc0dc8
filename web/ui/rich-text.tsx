import type { ReactNode } from 'react'
import styles from './rich-text.module.css'

/** Whole http addresses only: guessing would turn "main.rs" and "setup.py" into links. */
const ADDRESS = /https?:\/\/[^\s<>"“”«»]+/gi
/** Punctuation after an address, with a bracket that was opened before it. */
const AFTERTHOUGHT = /[.,;:!?'’…*_~]+$/

function addressIn(found: string): string {
  const address = found.replace(AFTERTHOUGHT, '')
  const unopened = address.endsWith(')') && !address.includes('(')
  return unopened ? addressIn(address.slice(0, -1)) : address
}

function withLinks(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = addressIn(found)
    if (!URL.canParse(address)) continue
    parts.push(
      text.slice(end, index),
      <a key={index} href={address} target="_blank" rel="ugc nofollow noopener">
        {address}
      </a>,
    )
    end = index + address.length
  }
  return [...parts, text.slice(end)]
}

/**
 * Text of a user: it keeps its line breaks, each line has its own direction, and http addresses are links.
 * Nothing else is markup.
 */
export function RichText({ children }: { children: string }) {
  return (
    <div className={styles.text} dir="auto">
      {withLinks(children)}
    </div>
  )
}
