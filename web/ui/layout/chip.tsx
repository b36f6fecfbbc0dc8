import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/navigation/link.tsx'
import styles from './chip.module.css'

type CategoryProps = {
  /** Adds the swatch of this category and capitalises the label. */
  category?: string
}

export type ChipLinkProps = Omit<ComponentProps<typeof Link>, 'style' | 'className'> & CategoryProps

export type ChipButtonProps = Omit<ComponentProps<'button'>, 'style' | 'className' | 'aria-pressed'> &
  CategoryProps & { pressed: boolean }

function Swatch({ category }: CategoryProps) {
  return category === undefined ? null : <span className={styles.swatch} data-category={category} />
}

export function ChipLink({ category, children, ...rest }: ChipLinkProps) {
  return (
    <Link {...rest} className={classNames(styles.chip, category !== undefined && styles.capital)}>
      <Swatch category={category} />
      {children}
    </Link>
  )
}

/** One filter of a group. `pressed` marks the active one. */
export function ChipButton({ category, pressed, children, ...rest }: ChipButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={pressed}
      className={classNames(styles.chip, category !== undefined && styles.capital)}
    >
      <Swatch category={category} />
      {children}
    </button>
  )
}

/** A list of `<li>` with chips. */
export function ChipList({ children }: { children: ReactNode }) {
  return <ul className={styles.chips}>{children}</ul>
}

/** A row of `ChipButton`s; on a phone it scrolls horizontally. */
export function Filters({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.filters} aria-label={label}>
      {children}
    </fieldset>
  )
}
