import { createElement, type ReactNode } from 'react'
import type { FormattedText as Tree } from '#contract/settings/formatted-text.ts'
import { Link } from '#web/ui/navigation/link.tsx'
import styles from './formatted-text.module.css'

/** A text of an admin. React makes its elements from the tree of the server, so no markup exists as a text. */
export function FormattedText({ text }: { text: Tree }) {
  return (
    <div className={styles.text} dir="auto">
      {text.map(elementOf)}
    </div>
  )
}

function elementOf(node: Tree[number], key: number): ReactNode {
  if (typeof node === 'string') return node
  const inside = node.in.map(elementOf)
  if (node.tag !== 'a') return createElement(node.tag, { key }, ...inside)
  return node.href.startsWith('/') ? (
    <Link key={key} to={node.href}>
      {inside}
    </Link>
  ) : (
    <a key={key} href={node.href} rel="nofollow noopener">
      {inside}
    </a>
  )
}
