import type { ReactNode } from 'react'
import type { PlaylistCard as Playlist } from '#contract/catalog/playlists.ts'
import { Grid } from '#web/ui/layout/grid.tsx'
import { PlaylistCard } from './playlist-card.tsx'

export interface PlaylistGridProps {
  /** `three`: the home page's row. */
  columns?: 'auto' | 'three'
  playlists: readonly Playlist[]
  /** The level of the titles, one below the heading of the list. */
  level?: 2 | 3
  actionOf?: (playlist: Playlist) => ReactNode
  detailOf?: (playlist: Playlist) => ReactNode
}

/** Playlists as cards. On a screen that starts with them, the first picture is loaded with priority. */
export function PlaylistGrid({ columns, playlists, level, actionOf, detailOf }: PlaylistGridProps) {
  return (
    <Grid columns={columns}>
      {playlists.map((playlist, index) => (
        <li key={playlist._id}>
          <PlaylistCard
            playlist={playlist}
            level={level}
            action={actionOf?.(playlist)}
            detail={detailOf?.(playlist)}
            priority={columns !== 'three' && index === 0}
          />
        </li>
      ))}
    </Grid>
  )
}
