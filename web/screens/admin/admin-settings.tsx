import { useQuery } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { adminSettingsOf } from '#web/features/settings/settings.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { FormSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { PeopleSettings } from './people-settings.tsx'
import { ProviderSettings } from './provider-settings.tsx'

/** /admin/settings: what admins decide about the site. */
export function Component() {
  const me = useCurrentUser()
  const settings = useQuery({
    ...adminSettingsOf(useCall(), viewerKey(me)),
    enabled: me?.isAdmin === true,
  })
  return (
    <>
      <ScreenTitle screen="Settings" unlisted />
      {settings.isError && !settings.data && (
        <LoadFailed drawing="categories" error={settings.error} onRetry={settings.refetch} />
      )}
      {settings.isPending && (
        <Loading what="settings">
          <FormSkeleton fields={3} />
        </Loading>
      )}
      {settings.data && <PeopleSettings stored={settings.data} />}
      {settings.data && <ProviderSettings stored={settings.data} />}
    </>
  )
}
