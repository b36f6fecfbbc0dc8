import { Button } from '#web/ui/navigation/button.tsx'
import { IconPath } from '#web/ui/picture/icon.tsx'
import { useExportNotes } from './notes.queries.ts'

const DOWNLOAD = 'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 11l5 5l5-5M12 4v12'

/** Downloads the user's notes in a playlist. */
export function ExportNotes({ playlist }: { playlist: { _id: string; title: string } }) {
  const { mutate, isPending } = useExportNotes(playlist)
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={isPending}
      aria-label={`Export notes: ${playlist.title}`}
      onClick={() => mutate()}
    >
      <IconPath path={DOWNLOAD} />
      Export notes
    </Button>
  )
}
