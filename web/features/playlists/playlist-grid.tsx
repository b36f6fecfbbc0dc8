import { memo, type ReactNode, useState } from 'react'
import type { PlaylistCard as Playlist } from '#contract/playlists.ts'
import { FarParts, Grid } from '#web/ui/grid.tsx'
import { partsOf, showSame } from '#web/ui/parts-of.ts'
import { useFirstFew } from '#web/ui/use-first-few.ts'
import { useNear } from '#web/ui/use-near.ts'
import { PlaylistCard } from './playlist-card.tsx'

export interface PlaylistGridProps {
  playlists: readonly Playlist[]
  /** `three`: the home page's row. */
  columns?: 'auto' | 'three'
  level?: 2 | 3
  label?: string
  actionOf?: (playlist: Playlist) => ReactNode
}

/** All of a list's first page, so that a page that nobody reads on is as long as it looks from the start. */
const FIRST = 24
/** Whole rows of one to four cards. */
const PART = 12
const CARD = { wide: 290, high: 420 }

const PARTS_TOGETHER = 20

/** Playlists as cards. Where they begin the screen, the picture of the first is what a visitor waits for. */
export function PlaylistGrid({ playlists, ...look }: PlaylistGridProps) {
  const shown = useFirstFew(playlists, CARD)
  const groups = partsOf(partsOf(shown.slice(FIRST), PART), PARTS_TOGETHER)
  const [fromTheStart] = useState(Math.max(1, groups.length))
  return (
    <>
      <Part playlists={shown.slice(0, FIRST)} first {...look} />
      {groups.map((parts, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is a place in the list, whatever stands there
        <PartsTogether key={index} parts={parts} oneByOne={index < fromTheStart} {...look} />
      ))}
    </>
  )
}

type PartsTogetherProps = Omit<PlaylistGridProps, 'playlists'> & {
  parts: readonly (readonly Playlist[])[]
  oneByOne: boolean
}

const PartsTogether = memo(({ parts, oneByOne, ...rest }: PartsTogetherProps) => {
  const [follow, near] = useNear()
  return (
    <FarParts ref={follow} oneByOne={oneByOne}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Part key={index} playlists={part} within={near} {...rest} />
      ))}
    </FarParts>
  )
}, showSame)

type PartProps = PlaylistGridProps & { first?: boolean; within?: boolean }

const Part = memo(({ playlists, columns, level, label, actionOf, first = false, within }: PartProps) => {
  const [follow, near] = useNear(within)
  return (
    <Grid
      ref={first ? undefined : follow}
      columns={columns}
      label={label}
      cards={first ? 'playlists' : 'far'}
    >
      {playlists.map((playlist, index) => (
        <li key={playlist._id}>
          <PlaylistCard
            playlist={playlist}
            level={level}
            action={actionOf?.(playlist)}
            priority={first && columns !== 'three' && index === 0}
            far={!near}
          />
        </li>
      ))}
    </Grid>
  )
}, showSame)
