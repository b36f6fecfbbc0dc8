import { classNames } from '#web/ui/class-names.ts'
import styles from './icon.module.css'
import type { IconName } from './icon-paths.ts'
import { filledIcons, iconPaths } from './icon-paths.ts'

export type IconProps = {
  name: IconName
  /** 16, 20 or 24 px; inside a button the button decides. */
  size?: 'sm' | 'md' | 'lg'
  className?: string
}

/** A decorative icon in the text's colour. The text beside it or the name of its control must say what it means. */
export function Icon({ name, ...rest }: IconProps) {
  return <IconPath path={isOutline(name) ? name : iconPaths[name]} filled={filledIcons.has(name)} {...rest} />
}

const isOutline = (name: IconName): name is Exclude<IconName, keyof typeof iconPaths> => !(name in iconPaths)

type IconPathProps = Omit<IconProps, 'name'> & { path: string; filled?: boolean }

/** An icon whose outline only some screens download. */
export function IconPath({ path, filled = false, size = 'md', className }: IconPathProps) {
  const classes = classNames(styles.icon, filled && styles.filled, size !== 'md' && styles[size], className)
  return (
    <svg className={classes} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  )
}
