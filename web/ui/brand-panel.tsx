import type { ComponentProps } from 'react'
import styles from './brand-panel.module.css'
import { classNames } from './class-names.ts'

/** The dark green panel of the brand, at most one on a screen. Focus rings inside it are mint. */
export function BrandPanel({ className, ...rest }: Omit<ComponentProps<'section'>, 'style'>) {
  return <section {...rest} className={classNames(styles.panel, className)} />
}
