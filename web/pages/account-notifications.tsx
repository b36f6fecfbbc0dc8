import { useQuery } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { settingsOf, useTimeZone } from '#web/features/notifications/notifications.queries.ts'
import { SettingsTable } from '#web/features/notifications/settings-table.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { LineSkeletons } from '#web/ui/skeleton.tsx'

/** /account/notifications: which notifications the user gets, and how. */
export function Component() {
  const me = useCurrentUser()
  const settings = useQuery({ ...settingsOf(useCall(), viewerKey(me)), enabled: me !== null })
  useTimeZone(settings.data?.timeZone)
  return (
    <>
      <ScreenTitle screen="Notifications" unlisted />
      {settings.data && <SettingsTable settings={settings.data} />}
      {settings.isPending && (
        <Loading what="settings">
          <LineSkeletons count={8} />
        </Loading>
      )}
      {settings.isError && !settings.data && (
        <LoadFailed drawing="comments" small onRetry={() => settings.refetch()} />
      )}
    </>
  )
}
