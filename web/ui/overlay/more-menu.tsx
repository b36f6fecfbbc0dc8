import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from '#web/ui/navigation/icon-button.module.css'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Menu } from './menu.tsx'

interface MoreMenuProps {
  /** What the actions are about. */
  name: string
  items: ComponentProps<typeof Menu>['items']
}

/** Three dots that open the further actions of a card. */
export function MoreMenu({ name, items }: MoreMenuProps) {
  return (
    <Menu label={`More: ${name}`} className={classNames(styles.iconButton, styles.sm)} items={items}>
      <Icon name="dots" />
    </Menu>
  )
}
