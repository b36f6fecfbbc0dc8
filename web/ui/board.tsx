import type { ComponentProps } from 'react'
import styles from './board.module.css'
import { classNames } from './class-names.ts'

/** The deep pine panel; one on a screen. Focus rings inside it turn mint. */
export function Board({ className, ...rest }: Omit<ComponentProps<'section'>, 'style'>) {
  return <section {...rest} className={classNames(styles.board, className)} />
}
