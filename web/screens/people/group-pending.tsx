import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'

interface GroupPendingProps {
  list: { isError: boolean; error: unknown; refetch: () => unknown }
}

/** The screen of a group while it loads, or when it could not be loaded. */
export function GroupPending({ list }: GroupPendingProps) {
  return (
    <>
      <ScreenTitle screen="Group" unlisted />
      {list.isError ? (
        <LoadFailed drawing="people" level={1} error={list.error} onRetry={list.refetch} />
      ) : (
        <>
          <h1 className="sr">Group</h1>
          <Loading what="group">
            <LineSkeletons count={6} />
          </Loading>
        </>
      )}
    </>
  )
}
