import type { ReactNode } from 'react'
import { isNotFound } from '#web/core/api-error.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'

interface CourseMissingProps {
  error: Error
  /** It was on this screen until now. */
  isLost?: boolean
  onRetry: () => unknown
  /** A link to another screen. */
  action?: ReactNode
}

const TITLE = 'Video not available.'

/** Replaces a course that is missing or could not be loaded. Both look the same. */
export function CourseMissing({ error, isLost, onRetry, action }: CourseMissingProps) {
  if (!isNotFound(error)) return <LoadFailed drawing="video" level={1} title={TITLE} onRetry={onRetry} />
  return (
    <EmptyState
      drawing="video"
      level={1}
      title={TITLE}
      help={
        isLost
          ? 'It is no longer here for you. What you typed and watched is kept.'
          : 'It may have been removed, or it is waiting for approval.'
      }
      action={action}
    />
  )
}
