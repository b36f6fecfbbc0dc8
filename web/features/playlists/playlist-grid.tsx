import { lazy, memo, type RefObject, Suspense, useRef } from 'react'
import { untilThere } from '#web/core/until-there.ts'
import { Grid } from '#web/ui/grid.tsx'
import { showSame } from '#web/ui/show-same.ts'
import { useFirstFew } from '#web/ui/use-first-few.ts'
import type { FurtherPlaylistsProps } from './further-playlists.tsx'
import { PlaylistCards } from './playlist-cards.tsx'

export const downloadFurther = () => import('./further-playlists.tsx')

const FurtherPlaylists = lazy(async () => ({
  default: (await untilThere(downloadFurther)).FurtherPlaylists,
}))

/** All of a list's first page, so that a page that nobody reads on is as long as it looks from the start. */
const FIRST = 24
const CARD = { wide: 290, high: 420 }

interface PlaylistGridProps extends FurtherPlaylistsProps {
  /** `three`: the home page's row. */
  columns?: 'auto' | 'three'
}

/** Playlists as cards. Where they begin the screen, the picture of the first is what a visitor waits for. */
export function PlaylistGrid({ columns, playlists, ...look }: PlaylistGridProps) {
  const shown = useFirstFew(playlists, CARD)
  const [first] = shown
  const further = shown.slice(FIRST)
  const page = useRef<HTMLUListElement>(null)
  return (
    <>
      <FirstPage page={page} columns={columns} playlists={shown.slice(0, FIRST)} {...look} />
      {first && further.length > 0 && (
        <Suspense>
          <FurtherPlaylists above={[page, first]} playlists={further} {...look} />
        </Suspense>
      )}
    </>
  )
}

type FirstPageProps = PlaylistGridProps & { page: RefObject<HTMLUListElement | null> }

const FirstPage = memo(
  ({ page, columns, ...cards }: FirstPageProps) => (
    <Grid ref={page} columns={columns} cards="playlists">
      <PlaylistCards priority={columns !== 'three'} {...cards} />
    </Grid>
  ),
  showSame,
)
