import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { IconName } from '#web/ui/picture/icon.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './icon-button.module.css'
import { Link } from './link.tsx'

type OwnProps = {
  icon: IconName
  /** The accessible name. The button has no visible text. */
  label: string
  /** 40 px, or 34 px inside tables, inputs and toasts. */
  size?: 'sm' | 'md'
  tone?: 'plain' | 'danger'
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'style' | 'children' | 'aria-label'> & OwnProps

export type IconLinkProps = Omit<
  ComponentProps<typeof Link>,
  'style' | 'children' | 'aria-label' | 'className'
> &
  OwnProps

function classesOf(size: OwnProps['size'], tone: OwnProps['tone']): string {
  return classNames(styles.iconButton, size === 'sm' && styles.sm, tone === 'danger' && styles.danger)
}

export function IconButton({ icon, label, size, tone, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classNames(classesOf(size, tone), className)}
    >
      <Icon name={icon} />
    </button>
  )
}

export function IconLink({ icon, label, size, tone, ...rest }: IconLinkProps) {
  return (
    <Link {...rest} aria-label={label} className={classesOf(size, tone)}>
      <Icon name={icon} />
    </Link>
  )
}

/** An action that does not exist here: it is dimmed, has a name and cannot be pressed. */
export function InertIcon({ icon, label, size }: Pick<OwnProps, 'icon' | 'label' | 'size'>) {
  return (
    <span role="img" aria-label={label} className={classNames(classesOf(size, 'plain'), styles.inert)}>
      <Icon name={icon} />
    </span>
  )
}
