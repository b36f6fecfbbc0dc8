import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { OWN_SORTS, OWN_STAGES, type OwnStage, type StageCounts } from '#contract/catalog/own-playlists.ts'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import type { OwnPlaylistsQuery } from '#web/features/catalog/playlists/playlists.queries.ts'
import { STATE_WORDS } from '#web/features/catalog/versions/state-chip.tsx'
import input from '#web/ui/form/input.module.css'
import { ChipButton, Filters } from '#web/ui/layout/chip.tsx'
import styles from '#web/ui/table/table-filters.module.css'
import { TableSearch } from '#web/ui/table/table-search.tsx'

const SORT_WORDS = { changed: 'Last changed', title: 'Title', videos: 'Videos' } as const
type Sort = keyof typeof SORT_WORDS

const STAGE_WORDS: Record<OwnStage, string> = {
  draft: STATE_WORDS.draft,
  review: STATE_WORDS.in_review,
  changes: STATE_WORDS.changes,
  approved: STATE_WORDS.approved,
  rejected: STATE_WORDS.rejected,
  scheduled: STATE_WORDS.scheduled,
}

const SORTS = OWN_SORTS.filter((sort): sort is Sort => sort in SORT_WORDS)

/** The filters and the order of the own playlists. They are in the address, so that going back restores them. */
export function useOwnFilters() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q')?.trim() ?? ''
  const stage = OWN_STAGES.find((each) => each === search.get('stage'))
  const sort = SORTS.find((each) => each === search.get('sort')) ?? 'changed'
  const needs = search.get('needs') === 'true'
  const query: OwnPlaylistsQuery = {
    sort,
    ...(q && { q }),
    ...(stage && { stage }),
    ...(needs && { needs: 'true' }),
  }

  function change(changes: Record<string, string>): void {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(changes)) {
      if (value === '') next.delete(key)
      else next.set(key, value)
    }
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  const narrowed = q !== '' || stage !== undefined || needs
  return { q, stage, sort, needs, narrowed, query, change }
}

export type OwnFilters = ReturnType<typeof useOwnFilters>

/** The order of the table. */
export function OwnSort({ filters: { sort, change } }: { filters: OwnFilters }) {
  return (
    <select
      aria-label="Sort playlists"
      className={input.input}
      value={sort}
      onChange={({ currentTarget }) => change({ sort: currentTarget.value })}
    >
      {SORTS.map((each) => (
        <option key={each} value={each}>
          {SORT_WORDS[each]}
        </option>
      ))}
    </select>
  )
}

interface OwnFilterRowProps {
  filters: OwnFilters
  /** `undefined` until the first page has arrived. */
  counts: StageCounts | undefined
  /** Called with the words when Enter is pressed. */
  onEnter: (words: string) => void
}

/** The search and the stages with the number of playlists at each; a stage without one is left out. */
export function OwnFilterRow({ filters, counts, onEnter }: OwnFilterRowProps) {
  const { q, stage, needs, change } = filters
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const shown = OWN_STAGES.filter((each) => each === stage || (counts?.[each] ?? 0) > 0)
  return (
    <div className={styles.filters}>
      <TableSearch
        className={styles.search}
        plural="playlists"
        shortcut="/"
        q={q}
        onSearch={(words) => change({ q: words })}
        onEnter={onEnter}
      />
      <Filters label="Filter by state">
        <ChipButton pressed={stage === undefined && !needs} onClick={() => change({ stage: '', needs: '' })}>
          All <b>{all ?? '–'}</b>
        </ChipButton>
        {shown.map((each) => (
          <ChipButton
            key={each}
            pressed={stage === each}
            onClick={() => change({ stage: stage === each ? '' : each, needs: '' })}
          >
            {STAGE_WORDS[each]} <b>{counts?.[each] ?? '–'}</b>
          </ChipButton>
        ))}
        {needs && (
          <ChipButton pressed onClick={() => change({ needs: '' })}>
            Needs you
          </ChipButton>
        )}
      </Filters>
    </div>
  )
}

interface FoundList {
  data: { pages: readonly { playlists: PlaylistCard[]; total: number }[] } | undefined
  isPlaceholderData: boolean
}

/** Opens the only playlist that the words find, when they are entered; as soon as the list has arrived. */
export function useOpenOnly({ q }: OwnFilters, { data, isPlaceholderData }: FoundList) {
  const navigate = useNavigate()
  const [entered, setEntered] = useState<string>()
  const [page] = data?.pages ?? []
  const arrived = entered !== undefined && entered !== '' && entered === q && !isPlaceholderData && page
  const open = useEffectEvent(() => {
    setEntered(undefined)
    const [only] = page?.playlists ?? []
    if (only && page?.total === 1) void navigate(`/teacher-dashboard/build/${only._id}`)
  })
  useEffect(() => {
    if (arrived) open()
  }, [arrived])
  return setEntered
}
