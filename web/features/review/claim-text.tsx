import { Button } from '#web/ui/button.tsx'
import type { Claim } from './desk.queries.ts'
import { clock } from './words.ts'

interface ClaimTextProps {
  claim?: Claim
  /** `Anna is reviewing this.` */
  heldBy?: string
  takeOver: () => void
}

/** Who holds the open item. A claim blocks no decision. */
export function ClaimText({ claim, heldBy, takeOver }: ClaimTextProps) {
  if (heldBy !== undefined) {
    return (
      <>
        <span role="status">{heldBy}</span>
        <Button size="sm" onClick={takeOver}>
          Take over
        </Button>
      </>
    )
  }
  return claim && <span>You hold this until {clock(claim.until)}</span>
}
