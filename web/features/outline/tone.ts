import type { ApprovalStatus } from '#contract/status.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

/** A draft that was never submitted is pending for older clients; its teacher sees that it is a draft. */
export function toneOf(status: ApprovalStatus, stage: string | undefined): BadgeTone {
  return status === 'pending' && stage === 'draft' ? 'draft' : status
}
