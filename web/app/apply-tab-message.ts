import type { QueryClient } from '@tanstack/react-query'
import type { TabMessage } from '#web/core/tabs.ts'
import { COURSE } from '#web/features/catalog/courses/watching.queries.ts'
import { PRIVACY } from '#web/features/insight/privacy/privacy-keys.ts'
import { NOTES } from '#web/features/learning/notes/notes.queries.ts'
import { PROGRESS } from '#web/features/learning/progress/progress.queries.ts'
import { refetchFollows } from '#web/features/reactions/follows.queries.ts'

/** The first parts of the query keys that a change concerns. */
const KEYS = { done: PROGRESS, progress: PROGRESS, note: NOTES, privacy: PRIVACY } as const

/** Refetches what another tab has changed and this one shows. */
export function applyTabMessage(cache: QueryClient, { kind, course }: TabMessage): void {
  if (kind === 'follow') refetchFollows(cache)
  else if (kind === 'like') void cache.invalidateQueries({ queryKey: [COURSE, course] })
  else if (kind !== 'play') void cache.invalidateQueries({ queryKey: [KEYS[kind]] })
}
