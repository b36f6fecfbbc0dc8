import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { countOf } from '#contract/format.ts'
import { SEARCH_MAX } from '#contract/messages.ts'
import { useCall } from '#web/core/app-context.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { FoundVideos } from './found-videos.tsx'
import { momentsOf } from './search.queries.ts'
import styles from './search-in-playlist.module.css'

/** Finds what is said in the videos of a playlist. */
export function SearchInPlaylist({ playlistId }: { playlistId: string }) {
  const id = useId()
  const [text, setText] = useState('')
  const [q, setQ] = useState('')
  const list = useQuery({ ...momentsOf(useCall(), q, playlistId), enabled: q !== '' })

  function search(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setQ([...text.trim()].slice(0, SEARCH_MAX).join(''))
  }
  function change(next: string): void {
    setText(next)
    if (next === '') setQ('')
  }

  return (
    <div className={styles.search}>
      {/* biome-ignore lint/a11y/useSemanticElements: not every supported browser knows <search> */}
      <form role="search" aria-label="This playlist" onSubmit={search}>
        <label className="sr" htmlFor={id}>
          Search in this playlist
        </label>
        <SearchInput id={id} value={text} placeholder="Search in this playlist" onChange={change} />
      </form>
      {q !== '' && (
        <>
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
        </>
      )}
    </div>
  )
}

function sentenceOf(count: number): string {
  if (count === 0) return 'Not found in the transcripts of this playlist:'
  return `Found in ${countOf(count, 'video')}`
}
