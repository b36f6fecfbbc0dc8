import type { MouseEvent, ReactNode } from 'react'
import { formatTime } from '#contract/format.ts'
import { Link } from '#web/ui/navigation/link.tsx'
import styles from './time-link.module.css'

interface TimeLinkProps {
  /** The second of the video. */
  at: number
  /** Moves the video on this page. Without it the link leads to `address`. */
  onSeek?: ((seconds: number) => void) | undefined
  /** The watch page of the video, if it is another page. */
  address?: string
  /** Looks like a small button instead of a word in a text. */
  pill?: boolean
  /** Looks as this class says. */
  className?: string | undefined
  children?: ReactNode
}

/** A link to a second of a video. In a new tab the video starts there. */
export function TimeLink({
  at,
  onSeek,
  address = '',
  pill = false,
  className = pill ? styles.pill : styles.code,
  children = formatTime(at),
}: TimeLinkProps) {
  function seek(event: MouseEvent): void {
    if (!onSeek || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onSeek(at)
  }
  return (
    <Link to={`${address}?t=${at}`} className={className} onClick={seek}>
      {children}
    </Link>
  )
}
