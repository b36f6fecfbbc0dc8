import { LinkifyIt } from 'linkify-it'
import type { ReactNode } from 'react'
import styles from './rich-text.module.css'

/* Whole addresses only: guessing would turn "main.rs" and "setup.py" into links. */
const links = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null)

function withLinks(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const { index, lastIndex, url } of links.match(text) ?? []) {
    parts.push(
      text.slice(end, index),
      <a key={index} href={url} target="_blank" rel="ugc nofollow noopener">
        {text.slice(index, lastIndex)}
      </a>,
    )
    end = lastIndex
  }
  return [...parts, text.slice(end)]
}

/** What a person wrote: its line breaks are kept and its http addresses can be followed; nothing else is markup. */
export function RichText({ children }: { children: string }) {
  return <div className={styles.text}>{withLinks(children)}</div>
}
