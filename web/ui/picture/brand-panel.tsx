import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './brand-panel.module.css'

/** The dark green panel of the brand, at most one on a screen. Focus rings inside it are mint. */
export function BrandPanel({ className, ...rest }: Omit<ComponentProps<'section'>, 'style'>) {
  return <section {...rest} className={classNames(styles.panel, className)} />
}
