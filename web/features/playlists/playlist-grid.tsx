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
  /** The list begins the screen, so its first picture is what a visitor waits for. */
  first?: boolean
}

/** Playlists as cards. */
export function PlaylistGrid({ playlists, columns, level, label, actionOf, first }: PlaylistGridProps) {
  return (
    <Grid columns={columns} label={label}>
      {playlists.map((playlist, index) => (
        <li key={playlist._id}>
          <PlaylistCard
            playlist={playlist}
            level={level}
            action={actionOf?.(playlist)}
            priority={first && index === 0}
          />
        </li>
      ))}
    </Grid>
  )
}
