import { useQuery } from '@tanstack/react-query'
import { countOf } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import styles from './found-in-playlist.module.css'
import { FoundVideos } from './found-videos.tsx'
import { momentsOf } from './search.queries.ts'

/** Where these words are said in the videos of a playlist. */
export function FoundInPlaylist({ playlistId, q }: { playlistId: string; q: string }) {
  const list = useQuery(momentsOf(useCall(), q, playlistId))
  return (
    <div className={styles.found}>
      <p className={styles.count} role="status">
        {list.data && sentenceOf(list.data.length)}
        {list.data?.length === 0 && (
          <>
            {' '}
            “<bdi>{q}</bdi>”
          </>
        )}
      </p>
      {list.isPending && (
        <Loading what="passages">
          <LineSkeletons count={3} />
        </Loading>
      )}
      {list.isError && (
        <LoadFailed drawing="search" small error={list.error} onRetry={() => list.refetch()} />
      )}
      {list.data && list.data.length > 0 && <FoundVideos videos={list.data} q={q} />}
    </div>
  )
}

function sentenceOf(count: number): string {
  if (count === 0) return 'Not found in the transcripts of this playlist:'
  return `Found in ${countOf(count, 'video')}`
}
