import type { FullRevision } from '#contract/review/review.ts'
import { reviewedBy } from '#contract/review/review-messages.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { formatClock } from '#web/ui/text/format.ts'

interface ClaimTextProps {
  claim: FullRevision['claim']
  adminId: string
  onTakeOver: () => void
}

/** Who holds the open item. A claim blocks no decision. */
export function ClaimText({ claim, adminId, onTakeOver }: ClaimTextProps) {
  if (claim === null) return null
  if (claim.admin._id === adminId) return <span>You hold this until {formatClock(claim.until)}</span>
  return (
    <>
      <span role="status">{reviewedBy(claim.admin.username)}</span>
      <Button size="sm" onClick={onTakeOver}>
        Take over
      </Button>
    </>
  )
}
