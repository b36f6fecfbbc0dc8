import { memo, type ReactNode } from 'react'
import type { PlaylistCard as Playlist } from '#contract/playlists.ts'
import { Grid } from '#web/ui/grid.tsx'
import { partsOf, showSame } from '#web/ui/parts-of.ts'
import { useFirstFew } from '#web/ui/use-first-few.ts'
import { PlaylistCard } from './playlist-card.tsx'

export interface PlaylistGridProps {
  playlists: readonly Playlist[]
  /** `three`: the home page's row. */
  columns?: 'auto' | 'three'
  level?: 2 | 3
  label?: string
  actionOf?: (playlist: Playlist) => ReactNode
}

/** Whole rows of one to four cards. */
const PART = 24
const CARD = { wide: 290, high: 420 }

/** Playlists as cards. Where they begin the screen, the picture of the first is what a visitor waits for. */
export function PlaylistGrid({ playlists, ...rest }: PlaylistGridProps) {
  return partsOf(useFirstFew(playlists, CARD), PART).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is a place in the list, whatever stands there
    <Part key={index} playlists={part} first={index === 0} {...rest} />
  ))
}

type PartProps = PlaylistGridProps & { first: boolean }

const Part = memo(
  ({ playlists, columns, level, label, actionOf, first }: PartProps) => (
    <Grid columns={columns} label={label} far={!first} tall={first}>
      {playlists.map((playlist, index) => (
        <li key={playlist._id}>
          <PlaylistCard
            playlist={playlist}
            level={level}
            action={actionOf?.(playlist)}
            priority={first && columns !== 'three' && index === 0}
          />
        </li>
      ))}
    </Grid>
  ),
  showSame,
)
