import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './card.module.css'

/** The large box of a screen, named by the heading that `aria-labelledby` points to. */
export function Card({ className, ...rest }: Omit<ComponentProps<'section'>, 'style'>) {
  return <section {...rest} className={classNames(styles.card, className)} />
}
