import { Confirm } from '#web/ui/overlay/confirm.tsx'

interface ReplaceQuestionProps {
  /** How many corrections the old video has. */
  count: number
  onClose: () => void
  onReplace: () => void
}

/** Asks before a new video ends the corrections of the old one. */
export function ReplaceQuestion({ count, onClose, onReplace }: ReplaceQuestionProps) {
  return (
    <Confirm
      title="Replace the video?"
      text={
        count === 1
          ? '1 correction belongs to the old video. It will be removed.'
          : `${count} corrections belong to the old video. They will be removed.`
      }
      cancel="Cancel"
      action="Replace"
      onClose={onClose}
      onConfirm={onReplace}
    />
  )
}
