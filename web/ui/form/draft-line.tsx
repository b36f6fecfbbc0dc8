import { Suspense } from 'react'
import type { ShownDraft } from '#web/core/drafts/use-draft.ts'
import { lazyPart } from '#web/core/lazy-part.ts'

const DraftLines = lazyPart(async () => (await import('./draft-lines.tsx')).DraftLines)

/** Says that the input is kept in this browser, and whether another tab has a draft of the same. */
export function DraftLine({ draft }: { draft: ShownDraft }) {
  const { restored, typed, other } = draft
  if (!(restored || typed || other)) return null
  return (
    <Suspense>
      <DraftLines draft={draft} />
    </Suspense>
  )
}
