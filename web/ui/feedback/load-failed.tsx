import { CONNECTION_LOST, SOMETHING_WENT_WRONG } from '#contract/messages.ts'
import { isConnectionLost } from '#web/core/api-error.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'

export type LoadFailedProps = Omit<EmptyStateProps, 'title' | 'help' | 'action'> & {
  /** The sentence for screens that show a failure as an empty list. */
  title?: string
  /** Why it could not be loaded: the default title says so. */
  error?: unknown
  onRetry: () => unknown
}

/** Replaces content that could not be loaded. During a retry the focus is on its heading. */
export function LoadFailed({ title, error, onRetry, ...rest }: LoadFailedProps) {
  return (
    <EmptyState
      {...rest}
      title={title ?? (isConnectionLost(error) ? CONNECTION_LOST : SOMETHING_WENT_WRONG)}
      help="Check your connection, then try again."
      action={
        <Button
          variant="primary"
          onClick={({ currentTarget }) => {
            focusTargetOf(currentTarget)?.focus({ preventScroll: true })
            onRetry()
          }}
        >
          Try again
        </Button>
      }
    />
  )
}

const focusTargetOf = (button: Element) =>
  button.closest('section')?.querySelector<HTMLElement>('[tabindex="-1"]') ?? button.closest('main')
