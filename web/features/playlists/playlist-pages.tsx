import type { ReactNode } from 'react'
import type { PlaylistCard } from '#contract/playlists.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { CardSkeletons } from '#web/ui/skeleton.tsx'
import { PlaylistGrid } from './playlist-grid.tsx'
import styles from './playlist-pages.module.css'

interface PlaylistPagesProps {
  list: {
    isPending: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  playlists: PlaylistCard[] | undefined
  /** Stands there when the list is empty, and when it could not be loaded. */
  empty: ReactNode
  actionOf?: (playlist: PlaylistCard) => ReactNode
  /** Of the cards' titles; 3 where the list stands under a heading of its own. */
  level?: 2 | 3
}

/** A long list of playlists as cards: skeletons of the same size first, the next page on demand. */
export function PlaylistPages({ list, playlists = [], empty, actionOf, level = 2 }: PlaylistPagesProps) {
  if (list.isPending) {
    return (
      <Loading what="courses">
        <CardSkeletons count={6} />
      </Loading>
    )
  }
  if (playlists.length === 0) return empty
  return (
    <>
      <PlaylistGrid playlists={playlists} level={level} actionOf={actionOf} />
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
