import type { ComponentProps } from 'react'
import styles from './brand-panel.module.css'
import { classNames } from './class-names.ts'

/** The deep pine panel; one on a screen. Focus rings inside it turn mint. */
export function BrandPanel({ className, ...rest }: Omit<ComponentProps<'section'>, 'style'>) {
  return <section {...rest} className={classNames(styles.board, className)} />
}
