import { isRouteErrorResponse, useRouteError } from 'react-router'
import { SOMETHING_WENT_WRONG } from '#contract/messages.ts'
import { isNotFound } from '#web/core/api-error.ts'
import { loadPage } from '#web/core/load-page.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { NotFoundPage } from '#web/screens/public/not-found.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'

/** Replaces a screen that cannot be rendered. */
export function ErrorScreen() {
  const error = useRouteError()
  if (isNotFound(error) || (isRouteErrorResponse(error) && error.status === 404)) return <NotFoundPage />
  return (
    <>
      <ScreenTitle screen={SOMETHING_WENT_WRONG} unlisted />
      <LoadFailed drawing="search" onRetry={loadPage} />
    </>
  )
}
