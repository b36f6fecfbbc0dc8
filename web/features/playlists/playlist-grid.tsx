import type { ReactNode } from 'react'
import type { PlaylistCard as Playlist } from '#contract/playlists.ts'
import { Grid } from '#web/ui/grid.tsx'
import { PlaylistCard } from './playlist-card.tsx'

export interface PlaylistGridProps {
  playlists: readonly Playlist[]
  /** `three`: the home page's row. */
  columns?: 'auto' | 'three'
  level?: 2 | 3
  label?: string
  actionOf?: (playlist: Playlist) => ReactNode
}

/** Playlists as cards. Where they begin the screen, the picture of the first is what a visitor waits for. */
export function PlaylistGrid({ playlists, columns, level, label, actionOf }: PlaylistGridProps) {
  return (
    <Grid columns={columns} label={label}>
      {playlists.map((playlist, index) => (
        <li key={playlist._id}>
          <PlaylistCard
            playlist={playlist}
            level={level}
            action={actionOf?.(playlist)}
            priority={columns !== 'three' && index === 0}
          />
        </li>
      ))}
    </Grid>
  )
}
