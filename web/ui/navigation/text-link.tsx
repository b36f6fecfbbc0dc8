import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Link } from './link.tsx'
import styles from './text-link.module.css'

export type TextLinkProps = Omit<ComponentProps<typeof Link>, 'style' | 'className'> & {
  /** Adds an arrow, for a link to another screen. */
  arrow?: boolean
  /** Inside a sentence: underlined, in the sentence's size, free to wrap. */
  inline?: boolean
  className?: string
}

export function TextLink({ arrow = false, inline = false, className, children, ...rest }: TextLinkProps) {
  return (
    <Link {...rest} className={classNames(styles.link, inline && styles.inline, className)}>
      {children}
      {arrow && <Icon name="arrow-right" size="sm" />}
    </Link>
  )
}
