import type { Playlist } from '#contract/catalog/playlists.ts'
import { LinkButtons } from './link-buttons.tsx'
import { VisibilityChip } from './visibility-chip.tsx'

/** The audience of a playlist. Its teacher and admins get its link, too, where people with the link see it. */
export function PlaylistAudience({
  playlist: { _id, visibility = 'public', groups, link },
}: {
  playlist: Playlist
}) {
  return (
    <>
      <VisibilityChip visibility={visibility} groups={groups} />
      {visibility === 'unlisted' && link !== undefined && <LinkButtons playlistId={_id} link={link} />}
    </>
  )
}
