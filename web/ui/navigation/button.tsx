import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import styles from './button.module.css'
import { Link } from './link.tsx'

type StyleProps = {
  variant?: 'primary' | 'default' | 'soft' | 'ghost' | 'danger' | 'done' | 'panelPrimary' | 'panel'
  size?: 'sm' | 'md' | 'lg'
  /** Fills the width of its column. */
  block?: boolean
}

export type ButtonProps = Omit<ComponentProps<'button'>, 'style'> &
  StyleProps & {
    /** Whether the button is busy: `true` adds a spinner, a text also replaces the label. Presses do nothing and the focus stays. */
    busy?: boolean | string
  }

export type LinkButtonProps = Omit<ComponentProps<typeof Link>, 'style' | 'className'> &
  StyleProps & { className?: string }

function classesOf({ variant = 'default', size = 'md', block }: StyleProps): string {
  return classNames(styles.button, styles[variant], size !== 'md' && styles[size], block && styles.block)
}

function ignorePress(event: MouseEvent): void {
  event.preventDefault()
}

/** A button for an action on this page; `LinkButton` navigates. It submits only with `type="submit"`. */
export function Button({ variant, size, block, busy = false, className, children, ...rest }: ButtonProps) {
  const isBusy = busy !== false
  return (
    <button
      type="button"
      {...rest}
      className={classNames(classesOf({ variant, size, block }), isBusy && styles.busy, className)}
      {...(isBusy && { 'aria-disabled': true, onClick: ignorePress })}
    >
      {isBusy && <Spinner />}
      {typeof busy === 'string' ? busy : children}
    </button>
  )
}

/** A link that looks like a button. */
export function LinkButton({ variant, size, block, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={classNames(classesOf({ variant, size, block }), className)} />
}

type OutsideLinkButtonProps = Omit<ComponentProps<'a'>, 'style' | 'className'> & StyleProps & { href: string }

/** A link to another site that looks like a button. It opens a new tab. */
export function OutsideLinkButton({ variant, size, block, ...rest }: OutsideLinkButtonProps) {
  return <a target="_blank" rel="noopener" {...rest} className={classesOf({ variant, size, block })} />
}
