import { memo, type RefObject } from 'react'
import type { PlaylistCard } from '#contract/playlists.ts'
import { FarParts, Grid } from '#web/ui/grid.tsx'
import { partsOf } from '#web/ui/parts-of.ts'
import { showSame } from '#web/ui/show-same.ts'
import { useFilled } from '#web/ui/use-filled.ts'
import { type Places, useHeights, useNear } from '#web/ui/use-near.ts'
import { PlaylistCards, type PlaylistCardsProps } from './playlist-cards.tsx'

/** Whole rows of one to four cards. */
const PART = 12
const PARTS_TOGETHER = 20

const partPlaces: Places = new WeakMap()
const groupPlaces: Places = new WeakMap()

export type FurtherPlaylistsProps = Pick<PlaylistCardsProps, 'playlists' | 'level' | 'actionOf'>

interface AboveProps {
  /** The list's first page, which is drawn card by card on a phone, and its first playlist. */
  above: [page: RefObject<HTMLElement | null>, first: PlaylistCard]
}

/**
 * What stands below a list's first page: parts that are drawn when they come near, in groups of which the far ones are not in
 * the document. So a list of ten thousand is no more to scroll, to leave or to come back to than one of some hundreds.
 */
export function FurtherPlaylists({
  above: [before, first],
  playlists,
  ...look
}: AboveProps & FurtherPlaylistsProps) {
  useHeights(before, { places: partPlaces, first, each: true })
  return partsOf(partsOf(playlists, PART), PARTS_TOGETHER).map((parts, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a group is a place in the list, whatever stands there
    <Group key={index} stays={index === 0} parts={parts} {...look} />
  ))
}

type GroupProps = Omit<FurtherPlaylistsProps, 'playlists'> & { parts: readonly (readonly PlaylistCard[])[] }

const Group = memo(({ parts, stays, ...look }: GroupProps & { stays: boolean }) => {
  const { follow, filled, known } = useNear<HTMLDivElement>({
    places: groupPlaces,
    first: parts[0]?.[0] ?? parts,
    fill: stays || 'when near',
  })
  return (
    <FarParts ref={follow} oneByOne={known}>
      {filled && <Parts parts={parts} {...look} />}
    </FarParts>
  )
}, showSame)

function Parts({ parts, ...look }: GroupProps) {
  const filled = useFilled(parts.length, 1)
  return parts.map((playlists, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Part key={index} playlists={playlists} fill={index < filled} {...look} />
  ))
}

const Part = memo(({ playlists, fill, ...look }: FurtherPlaylistsProps & { fill: boolean }) => {
  const { follow, near, filled } = useNear<HTMLUListElement>({
    places: partPlaces,
    first: playlists[0] ?? playlists,
    fill,
    each: true,
  })
  return (
    <Grid ref={follow} cards="far">
      {filled && <PlaylistCards playlists={playlists} far={!near} {...look} />}
    </Grid>
  )
}, showSame)
