import { Fragment, type ReactNode } from 'react'
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

type Words = (text: string) => ReactNode

function withLinks(text: string, words: Words): ReactNode[] {
  const nodes: ReactNode[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const address = addressIn(match)
    if (!URL.canParse(address)) continue
    nodes.push(
      <Fragment key={`before ${index}`}>{words(text.slice(end, index))}</Fragment>,
      <a key={index} href={address} target="_blank" rel="ugc nofollow noopener">
        {address}
      </a>,
    )
    end = index + address.length
  }
  return [...nodes, <Fragment key="end">{words(text.slice(end))}</Fragment>]
}

interface RichTextProps {
  children: string
  /** Renders the text between the addresses. */
  words?: Words
}

/**
 * Text of a user: it keeps its line breaks, each line has its own direction, and http addresses are links.
 * Nothing else is markup.
 */
export function RichText({ children, words = (text) => text }: RichTextProps) {
  return (
    <div className={styles.text} dir="auto">
      {withLinks(children, words)}
    </div>
  )
}
