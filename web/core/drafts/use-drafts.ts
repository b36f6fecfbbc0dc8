import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useSession } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { useHydrated } from '#web/core/use-hydrated.ts'
import type { Draft } from './draft.ts'
import { currentDrafts, draftsStatus, NO_DRAFTS_YET, openDrafts, subscribeToDrafts } from './drafts.ts'

/** The current user, whether their stored drafts are known, and whether the browser refuses storage. */
export function useDraftsStatus() {
  const session = useSession()
  const user = viewerKey(useSyncExternalStore(session.subscribe, session.current, () => null))
  const isHydrated = useHydrated()
  const status = useSyncExternalStore(subscribeToDrafts, draftsStatus, () => NO_DRAFTS_YET)
  useEffect(() => {
    if (isHydrated) openDrafts(user)
  }, [isHydrated, user])
  return status.user === user ? { ...status, user } : { ...NO_DRAFTS_YET, user }
}

const NOTHING: readonly never[] = []

/** What `select` finds in the drafts of the current user. The component renders again only when the found items change. */
export function useSelectedDrafts<Item>(
  select: (drafts: readonly Draft[]) => readonly Item[],
): readonly Item[] {
  const { user } = useDraftsStatus()
  const latest = useRef<readonly Item[]>(NOTHING)
  const found = () => {
    const items = draftsStatus().user === user ? select(currentDrafts()) : NOTHING
    const isSame =
      items.length === latest.current.length && items.every((item, at) => item === latest.current[at])
    if (!isSame) latest.current = items
    return latest.current
  }
  return useSyncExternalStore(subscribeToDrafts, found, () => NOTHING)
}

/** The ids of what has a draft of one of these kinds. */
export const useDraftSubjects = (...kinds: readonly string[]): readonly string[] =>
  useSelectedDrafts((drafts) => [
    ...new Set(drafts.filter(({ kind }) => kinds.includes(kind)).map(({ subject }) => subject)),
  ])
