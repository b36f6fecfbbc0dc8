import { formatFullTime, formatRelativeTime } from './format.ts'

interface RelativeTimeProps {
  /** An ISO time. */
  at: string
  className?: string
  /** How it is written inside of a sentence, if not as `5 min ago` or `yesterday`. */
  children?: string
}

/** A time as a person would say it, with the full date on hover. */
export function RelativeTime({ at, className, children = formatRelativeTime(at) }: RelativeTimeProps) {
  return (
    <time dateTime={at} title={formatFullTime(at)} className={className}>
      {children}
    </time>
  )
}
