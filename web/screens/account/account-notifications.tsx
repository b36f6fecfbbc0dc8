import { useQuery } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { authOptionsOf } from '#web/features/account/auth/options.queries.ts'
import { settingsOf, useTimeZone } from '#web/features/notifications/notifications.queries.ts'
import { SettingsTable } from '#web/features/notifications/settings-table.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'

/** /account/notifications: which notifications the user gets, and how. */
export function Component() {
  const me = useCurrentUser()
  const settings = useQuery({ ...settingsOf(useCall(), viewerKey(me)), enabled: me !== null })
  const options = useQuery(authOptionsOf(useCall()))
  useTimeZone(settings.data?.timeZone)
  return (
    <>
      <ScreenTitle screen="Notifications" unlisted />
      {settings.data && !options.isPending && (
        <SettingsTable
          settings={settings.data}
          mail={options.data?.mail ?? 'smtp'}
          isTeaching={me?.role === 'Teacher' || Boolean(me?.createdPlaylists.length)}
        />
      )}
      {(settings.isPending || (settings.data && options.isPending)) && (
        <Loading what="settings">
          <LineSkeletons count={8} />
        </Loading>
      )}
      {settings.isError && !settings.data && (
        <LoadFailed drawing="comments" small error={settings.error} onRetry={() => settings.refetch()} />
      )}
    </>
  )
}
