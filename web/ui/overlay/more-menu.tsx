import type { ComponentProps, Ref } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from '#web/ui/navigation/icon-button.module.css'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Menu } from './menu.tsx'

interface MoreMenuProps {
  /** What the actions are about. */
  name: string
  items: ComponentProps<typeof Menu>['items']
  buttonRef?: Ref<HTMLButtonElement>
}

/** Three dots that open the further actions of a card. */
export function MoreMenu({ name, ...menu }: MoreMenuProps) {
  return (
    <Menu label={`More: ${name}`} className={classNames(styles.iconButton, styles.sm)} {...menu}>
      <Icon name="dots" />
    </Menu>
  )
}
