import { isRouteErrorResponse, useRouteError } from 'react-router'
import { SOMETHING_WENT_WRONG } from '#contract/words.ts'
import { isNotFound } from '#web/core/api-error.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { NotFoundPage } from '#web/pages/not-found.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** What stands in a screen's place when it cannot be shown. */
export function ErrorScreen() {
  const error = useRouteError()
  if (isNotFound(error) || (isRouteErrorResponse(error) && error.status === 404)) return <NotFoundPage />
  return (
    <>
      <ScreenTitle screen={SOMETHING_WENT_WRONG} unlisted />
      <EmptyState
        drawing="search"
        title={SOMETHING_WENT_WRONG}
        help="The page could not be loaded. Try again in a moment."
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            Try again
          </Button>
        }
      />
    </>
  )
}
