import type { ReactNode } from 'react'
import styles from './rich-text.module.css'

/** Whole http addresses only: guessing would turn "main.rs" and "setup.py" into links. */
const ADDRESS = /https?:\/\/[^\s<>"“”«»]+/gi
/** Punctuation after an address, with a bracket that was opened before it. */
const AFTERTHOUGHT = /[.,;:!?'’…*_~]+$/

function addressIn(match: string): string {
  const address = match.replace(AFTERTHOUGHT, '')
  const unopened = address.endsWith(')') && !address.includes('(')
  return unopened ? addressIn(address.slice(0, -1)) : address
}

function withLinks(text: string): ReactNode[] {
  const nodes: ReactNode[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const address = addressIn(match)
    if (!URL.canParse(address)) continue
    nodes.push(
      text.slice(end, index),
      <a key={index} href={address} target="_blank" rel="ugc nofollow noopener">
        {address}
      </a>,
    )
    end = index + address.length
  }
  return [...nodes, text.slice(end)]
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
