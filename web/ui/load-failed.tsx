import { SOMETHING_WENT_WRONG } from '#contract/messages.ts'
import { Button } from './button.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'

export type LoadFailedProps = Omit<EmptyStateProps, 'title' | 'help' | 'action'> & {
  /** The specification's sentence where a failure is quiet: it is then only what is not there. */
  title?: string
  onRetry: () => unknown
}

/** What stands where something would be that could not be loaded. The focus waits at its heading meanwhile. */
export function LoadFailed({ title = SOMETHING_WENT_WRONG, onRetry, ...look }: LoadFailedProps) {
  return (
    <EmptyState
      {...look}
      title={title}
      help="Check your connection, then try again."
      action={
        <Button
          variant="primary"
          onClick={({ currentTarget }) => {
            placeAround(currentTarget)?.focus({ preventScroll: true })
            onRetry()
          }}
        >
          Try again
        </Button>
      }
    />
  )
}

const placeAround = (button: Element) =>
  button.closest('section')?.querySelector<HTMLElement>('[tabindex="-1"]') ?? button.closest('main')
