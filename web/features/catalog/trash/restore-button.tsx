import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { type Restored, useRestore } from './trash.queries.ts'

/** Restores one thing from the trash. */
export function RestoreButton(restored: Restored) {
  const restore = useRestore()
  return (
    <Button
      size="sm"
      aria-label={`Restore ${restored.title}`}
      busy={restore.isPending && 'Restoring...'}
      onClick={() => restore.mutate(restored)}
    >
      <Icon name="undo" />
      Restore
    </Button>
  )
}
