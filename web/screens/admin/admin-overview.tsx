import { useQuery } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { overviewOf } from '#web/features/overview/overview.queries.ts'
import { OverviewParts } from '#web/features/overview/overview-parts.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { FormSkeleton } from '#web/ui/feedback/skeleton.tsx'

/** /admin/overview: what waits for admins, and how the site is. */
export function Component() {
  const me = useCurrentUser()
  const overview = useQuery({
    ...overviewOf(useCall(), viewerKey(me)),
    enabled: me?.isAdmin === true,
  })
  return (
    <>
      <ScreenTitle screen="Admin overview" unlisted />
      {overview.isError && !overview.data && (
        <LoadFailed drawing="categories" error={overview.error} onRetry={overview.refetch} />
      )}
      {overview.isPending && (
        <Loading what="overview">
          <FormSkeleton fields={5} />
        </Loading>
      )}
      {overview.data && <OverviewParts overview={overview.data} />}
    </>
  )
}
