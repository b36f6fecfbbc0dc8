import { useState } from 'react'
import { useCall } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'
import { Confirm } from '#web/ui/overlay/confirm.tsx'
import { losingText } from './choices.ts'
import { audienceQuery, type ChosenAudience } from './visibility.queries.ts'

interface Asked {
  losing: number
  save: () => void
}

/** Asks before a change by which learners lose access. */
export function useNarrowing(playlistId: string | undefined) {
  const [asked, setAsked] = useState<Asked>()
  const call = useCall()
  // A learner may have begun since the form counted them.
  const count = useWrite({
    mutationFn: ({ visibility, groups }: ChosenAudience) =>
      call('visibility.audience', { query: audienceQuery({ visibility, groups, playlistId }) }),
  })

  /** Saves at once if nobody loses access, or if the audience does not change. */
  function ask(audience: ChosenAudience | undefined, save: () => void): void {
    if (audience === undefined || playlistId === undefined) save()
    else
      count.mutate(audience, {
        onSuccess: ({ losing }) => (losing === 0 ? save() : setAsked({ losing, save })),
      })
  }

  const dialog = asked && (
    <Confirm
      title="Change who can see it?"
      text={losingText(asked.losing)}
      cancel="Cancel"
      action="Change"
      tone="primary"
      onClose={() => setAsked(undefined)}
      onConfirm={() => {
        setAsked(undefined)
        asked.save()
      }}
    />
  )
  return { ask, isCounting: count.isPending, dialog }
}
