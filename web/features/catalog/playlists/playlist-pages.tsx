import type { ReactNode } from 'react'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { CardSkeletons } from '#web/ui/feedback/skeleton.tsx'
import type { PagedList } from '#web/ui/table/show-more.tsx'
import { ShowMore } from '#web/ui/table/show-more.tsx'
import { PlaylistGrid } from './playlist-grid.tsx'
import styles from './playlist-pages.module.css'

interface PlaylistPagesProps {
  list: {
    error: unknown
    isPending: boolean
    refetch: () => unknown
  } & PagedList
  playlists: PlaylistCard[] | undefined
  /** The title of the empty state. */
  empty: ReactNode
  /** The title after a failure, for screens that show no error. */
  failed?: string
  actionOf?: (playlist: PlaylistCard) => ReactNode
  /** A line below the title. */
  detailOf?: (playlist: PlaylistCard) => ReactNode
  /** The level of the cards' titles: 3 if the list has its own heading. */
  level?: 2 | 3
}

/** A long list of playlists as cards: skeletons of the same size first, the next page on demand. */
export function PlaylistPages({ list, playlists = [], empty, failed, ...cards }: PlaylistPagesProps) {
  const { level = 2 } = cards
  if (list.isPending) {
    return (
      <Loading what="courses">
        <CardSkeletons count={6} />
      </Loading>
    )
  }
  if (list.isError && playlists.length === 0) {
    return (
      <LoadFailed
        drawing="playlists"
        title={failed}
        level={level}
        error={list.error}
        onRetry={list.refetch}
      />
    )
  }
  if (playlists.length === 0 && !list.hasNextPage) return empty
  return (
    <>
      <PlaylistGrid playlists={playlists} {...cards} level={level} />
      {list.hasNextPage && (
        <div className={styles.more}>
          <ShowMore list={list} />
        </div>
      )}
    </>
  )
}
