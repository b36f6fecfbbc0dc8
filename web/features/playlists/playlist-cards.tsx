import type { ReactNode } from 'react'
import type { PlaylistCard as Playlist } from '#contract/playlists.ts'
import { PlaylistCard } from './playlist-card.tsx'

export interface PlaylistCardsProps {
  playlists: readonly Playlist[]
  /** Of the titles, one below the heading the list stands under. */
  level?: 2 | 3
  actionOf?: (playlist: Playlist) => ReactNode
  /** The first of them begins the screen: its picture is what a visitor waits for. */
  priority?: boolean
  /** Nobody sees them. */
  far?: boolean
}

/** What stands in a `Grid` of playlists. */
export function PlaylistCards({ playlists, level, actionOf, priority, far }: PlaylistCardsProps) {
  return playlists.map((playlist, index) => (
    <li key={playlist._id}>
      <PlaylistCard
        playlist={playlist}
        level={level}
        action={actionOf?.(playlist)}
        priority={priority && index === 0}
        far={far}
      />
    </li>
  ))
}
