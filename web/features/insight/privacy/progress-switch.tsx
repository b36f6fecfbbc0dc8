import { useQuery } from '@tanstack/react-query'
import { SHOW_PROGRESS } from '#contract/insight/privacy-words.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { privacyOf, useSetProgressShown } from './privacy.queries.ts'

/** Applies at once. Somebody who was never told is not shown, whatever is stored. */
export function ProgressSwitch() {
  const viewer = viewerKey(useCurrentUser())
  const { data } = useQuery(privacyOf(useCall(), viewer))
  const write = useSetProgressShown(viewer)
  if (!data) return null
  return (
    <Switch checked={data.progressShown && data.told} onChange={(shown) => write.mutate(shown)}>
      {SHOW_PROGRESS}
    </Switch>
  )
}
