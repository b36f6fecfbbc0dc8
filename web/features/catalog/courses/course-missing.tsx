import type { ReactNode } from 'react'
import { isNotFound } from '#web/core/api-error.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'

interface CourseMissingProps {
  error: Error
  onRetry: () => unknown
  /** A link to another screen. */
  action?: ReactNode
}

const TITLE = 'Video not available.'

/** Replaces a course that is missing or could not be loaded. Both look the same. */
export function CourseMissing({ error, onRetry, action }: CourseMissingProps) {
  if (!isNotFound(error)) return <LoadFailed drawing="video" level={1} title={TITLE} onRetry={onRetry} />
  return (
    <EmptyState
      drawing="video"
      level={1}
      title={TITLE}
      help="It may have been removed, or it is waiting for approval."
      action={action}
    />
  )
}
