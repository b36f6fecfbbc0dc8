import { useState } from 'react'
import type { ImageRef } from '#contract/media/media.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './avatar.module.css'

export type AvatarProps = {
  /** Without a user a generic figure is shown. */
  user?: { _id: string; username: string; profilePhoto?: ImageRef }
  size?: 26 | 28 | 32 | 34 | 40 | 44 | 48 | 56 | 72 | 120
  /** Gives the photo an accessible name. Use it where the name is not beside the photo. */
  named?: boolean
  priority?: boolean
}

const LETTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first letters of the first and last word. A letter is a grapheme, not a code unit. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends
    .map((word) => [...LETTERS.segment(word ?? '')][0]?.segment ?? '')
    .join('')
    .toLocaleUpperCase()
}

/** The photo of a user, or the initials if there is none or it does not load. */
export function Avatar({ user, size = 28, named = false, priority = false }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string>()
  const photo = user?.profilePhoto
  const frame = classNames(styles.avatar, styles[`size${size}`])
  const name = named && user ? user.username : ''

  /** The image may have failed before hydration. */
  function checkLoaded(element: HTMLImageElement | null): void {
    if (element?.complete && element.naturalWidth === 0) setFailedUrl(photo?.url)
  }

  if (photo && photo.url !== failedUrl) {
    return (
      <span className={frame}>
        <img
          key={photo.url}
          ref={checkLoaded}
          src={photo.url}
          srcSet={photo.srcSet}
          sizes={photo.srcSet && `${size}px`}
          width={size}
          height={size}
          alt={name}
          loading={priority ? undefined : 'lazy'}
          decoding="async"
          onError={() => setFailedUrl(photo.url)}
        />
      </span>
    )
  }
  return (
    <span
      className={classNames(frame, styles.initials)}
      {...(name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      {user ? initialsOf(user.username) : <Icon name="user" />}
    </span>
  )
}
