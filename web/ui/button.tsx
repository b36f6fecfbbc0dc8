import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'
import { Spinner } from './spinner.tsx'

type Look = {
  variant?: 'primary' | 'default' | 'soft' | 'ghost' | 'danger' | 'done' | 'board' | 'onboard'
  size?: 'sm' | 'md' | 'lg'
  /** As wide as its column. */
  block?: boolean
}

export type ButtonProps = Omit<ComponentProps<'button'>, 'style'> &
  Look & {
    /** While true a spinner stands beside the words; a text takes their place. Presses do nothing, focus stays. */
    busy?: boolean | string
  }

export type LinkButtonProps = Omit<ComponentProps<typeof Link>, 'style' | 'className'> &
  Look & { className?: string }

function classesOf({ variant = 'default', size = 'md', block }: Look): string {
  return classNames(styles.button, styles[variant], size !== 'md' && styles[size], block && styles.block)
}

function refuse(event: MouseEvent): void {
  event.preventDefault()
}

/** Does something on this page; `LinkButton` goes somewhere. It never submits unless `type="submit"` says so. */
export function Button({ variant, size, block, busy = false, className, children, ...rest }: ButtonProps) {
  const waiting = busy !== false
  return (
    <button
      type="button"
      {...rest}
      className={classNames(classesOf({ variant, size, block }), waiting && styles.busy, className)}
      {...(waiting && { 'aria-disabled': true, onClick: refuse })}
    >
      {waiting && <Spinner />}
      {typeof busy === 'string' ? busy : children}
    </button>
  )
}

/** A link that looks like a button. */
export function LinkButton({ variant, size, block, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={classNames(classesOf({ variant, size, block }), className)} />
}
