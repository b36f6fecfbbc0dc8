import { type ReactNode, useEffect, useRef } from 'react'
import type { PlaylistCard } from '#contract/playlists.ts'
import { askForLetters } from '#web/ui/letters.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { CardSkeletons } from '#web/ui/skeleton.tsx'
import { useSlices } from '#web/ui/use-slices.ts'
import { downloadFurther, PlaylistGrid } from './playlist-grid.tsx'
import styles from './playlist-pages.module.css'

interface PlaylistPagesProps {
  list: {
    isPending: boolean
    isError: boolean
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  playlists: PlaylistCard[] | undefined
  /** Stands there when the list is empty. */
  empty: ReactNode
  /** Said in its place when the list could not be loaded, where the specification keeps that quiet. */
  failed?: string
  actionOf?: (playlist: PlaylistCard) => ReactNode
  /** Of the cards' titles; 3 where the list stands under a heading of its own. */
  level?: 2 | 3
}

/** Cards are drawn so many at a time when one more page of them comes. */
const SLICE = 3

/** A long list of playlists as cards: skeletons of the same size first, the next page on demand. */
export function PlaylistPages({ list, playlists = [], empty, failed, ...cards }: PlaylistPagesProps) {
  const { actionOf, level = 2 } = cards
  const { shown, growing } = useGrowing(playlists)
  if (list.isPending) {
    return (
      <Loading what="courses">
        <CardSkeletons count={6} />
      </Loading>
    )
  }
  if (list.isError && playlists.length === 0) {
    return <LoadFailed drawing="playlists" title={failed} level={level} onRetry={list.refetch} />
  }
  if (playlists.length === 0 && !list.hasNextPage) return empty
  return (
    <>
      <PlaylistGrid playlists={shown} level={level} actionOf={actionOf} />
      {(list.hasNextPage || growing) && (
        <div className={styles.more}>
          <ShowMore
            busy={list.isFetchingNextPage || growing}
            onMore={() => {
              void list.fetchNextPage()
              downloadFurther().catch(() => {})
            }}
          />
        </div>
      )}
    </>
  )
}

/** One more page is drawn in slices, and the button waits for it; what leaves a list leaves at once. */
function useGrowing(playlists: PlaylistCard[]) {
  const drawn = useSlices(playlists.length, SLICE, Number.POSITIVE_INFINITY)
  const asked = useRef(0)
  useEffect(() => {
    const fresh = playlists.slice(asked.current)
    askForLetters(
      fresh.map(({ title }) => title).join(''),
      fresh.map(({ teacher }) => teacher.username).join(''),
    )
    asked.current = playlists.length
  }, [playlists])
  return { shown: playlists.slice(0, drawn), growing: drawn < playlists.length }
}
