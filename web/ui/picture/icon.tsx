import { classNames } from '#web/ui/class-names.ts'
import styles from './icon.module.css'
import { iconPaths } from './icon-paths.ts'
import sprite from './icons.svg'

/** The icons of `icons.svg`, which the browser downloads when it first needs one. */
type SpriteIcon =
  | 'arrow-down'
  | 'arrow-up'
  | 'back'
  | 'bell'
  | 'bookmark-filled'
  | 'bookmark-off'
  | 'captions'
  | 'chart'
  | 'checks'
  | 'chevron-left'
  | 'chevron-right'
  | 'chevron-up'
  | 'circle-check-filled'
  | 'circle-dashed'
  | 'circle-x'
  | 'copy'
  | 'copy-plus'
  | 'corner-down-right'
  | 'desktop'
  | 'dots'
  | 'download'
  | 'edit'
  | 'eye'
  | 'eye-off'
  | 'fingerprint'
  | 'flag'
  | 'flag-wave'
  | 'folder'
  | 'form'
  | 'forward'
  | 'full-screen'
  | 'grid'
  | 'grip'
  | 'heart-filled'
  | 'help'
  | 'history'
  | 'image-up'
  | 'image-x'
  | 'key-off'
  | 'laptop'
  | 'leave-full-screen'
  | 'link'
  | 'lock'
  | 'logout'
  | 'mail-check'
  | 'map-pin'
  | 'merge'
  | 'message-report'
  | 'more'
  | 'muted'
  | 'next'
  | 'note'
  | 'outline'
  | 'password'
  | 'pause'
  | 'pause-outline'
  | 'phone'
  | 'picture-in-picture'
  | 'pin'
  | 'playlist-add'
  | 'printer'
  | 'progress-check'
  | 'question'
  | 'quote'
  | 'replay'
  | 'resume'
  | 'section'
  | 'selector'
  | 'send'
  | 'settings'
  | 'shield'
  | 'skip'
  | 'split'
  | 'spreadsheet'
  | 'tags'
  | 'target'
  | 'telephone'
  | 'theatre'
  | 'trash'
  | 'undo'
  | 'unlink'
  | 'upload'
  | 'user-circle'
  | 'user-plus'
  | 'users'
  | 'users-group'
  | 'video-off'
  | 'video-plus'
  | 'volume'
  | 'world'

/** The first screens paint with those of `icon-paths.ts`, which are in the page and its script. */
export type IconName = keyof typeof iconPaths | SpriteIcon

export type IconProps = {
  name: IconName
  /** 16, 20 or 24 px; inside a button the button decides. */
  size?: 'sm' | 'md' | 'lg'
  className?: string
}

const isInPage = (name: IconName): name is keyof typeof iconPaths => name in iconPaths

/** A decorative icon in the text's colour. The text beside it or the name of its control must say what it means. */
export function Icon({ name, size = 'md', className }: IconProps) {
  const classes = classNames(
    styles.icon,
    name === 'play' && styles.filled,
    size !== 'md' && styles[size],
    className,
  )
  return (
    <svg className={classes} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {isInPage(name) ? <path d={iconPaths[name]} /> : <use href={`${sprite}#${name}`} />}
    </svg>
  )
}
