import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { countOf } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { allFiguresOf, useAllCsv } from '#web/features/insight/analytics/analytics.queries.ts'
import { DayPanel } from '#web/features/insight/analytics/day-panel.tsx'
import { FigureTiles, tilesOf } from '#web/features/insight/analytics/figure-tiles.tsx'
import { CsvButton, FiguresHead, PeriodSelect } from '#web/features/insight/analytics/figures-head.tsx'
import {
  FiguresFailed,
  FiguresLoading,
  NobodyWatched,
} from '#web/features/insight/analytics/figures-states.tsx'
import { daysOf, usePeriod } from '#web/features/insight/analytics/period.ts'
import { PlaylistTable } from '#web/features/insight/analytics/playlist-figures.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import input from '#web/ui/form/input.module.css'
import { TableFrame } from '#web/ui/table/table-frame.tsx'
import { TableRows } from '#web/ui/table/table-rows.tsx'
import styles from './analytics.module.css'

/** /teacher-dashboard/analytics: how all playlists of a teacher do. */
export function Component() {
  const period = usePeriod()
  const { days, teacher } = period
  const filter = { days, ...(teacher !== undefined && { teacher }) }
  const me = useCurrentUser()
  const list = useInfiniteQuery({ ...allFiguresOf(useCall(), viewerKey(me), filter), enabled: me !== null })
  const csv = useAllCsv()
  const [page] = list.data?.pages ?? []
  const playlists = list.data?.pages.flatMap((each) => each.playlists) ?? []
  if (!page) return <Pending failed={list.isError} onRetry={list.refetch} />
  const all = daysOf(page)
  const { figures } = page
  return (
    <>
      <ScreenTitle screen="Analytics" unlisted />
      <FiguresHead title="Analytics" lead={`How your playlists do. Days are counted in ${page.timeZone}.`}>
        <PlaylistSelect playlists={playlists} kept={period.kept} />
        <PeriodSelect days={days} onChoose={period.choose} />
        <CsvButton of="all playlists" csv={csv} onPress={() => csv.download(filter)} />
      </FiguresHead>
      {figures.learners === 0 ? (
        <NobodyWatched />
      ) : (
        <>
          <FigureTiles tiles={tilesOf({ figures, days: all, period: days })} />
          {!figures.few && <DayPanel days={all} period={days} minutesBefore={page.minutesBefore} />}
        </>
      )}
      <div className={styles.wide}>
        <TableFrame title={countOf(page.total, 'playlist')}>
          <TableRows
            what="playlists"
            list={list}
            loaded={playlists.length}
            total={page.total}
            empty={{ drawing: 'playlists', title: 'No playlists yet.' }}
          >
            <PlaylistTable playlists={playlists} kept={period.kept} stale={list.isPlaceholderData} />
          </TableRows>
        </TableFrame>
      </div>
    </>
  )
}

function Pending({ failed, onRetry }: { failed: boolean; onRetry: () => unknown }) {
  return (
    <>
      <ScreenTitle screen="Analytics" unlisted />
      {failed ? <FiguresFailed onRetry={onRetry} /> : <FiguresLoading />}
    </>
  )
}

interface PlaylistSelectProps {
  playlists: readonly { _id: string; title: string }[]
  kept: string
}

/** Opens the figures of one playlist. */
function PlaylistSelect({ playlists, kept }: PlaylistSelectProps) {
  const navigate = useNavigate()
  return (
    <select
      aria-label="Playlist"
      className={input.input}
      value=""
      onChange={({ currentTarget }) =>
        void navigate(`/teacher-dashboard/analytics/${currentTarget.value}${kept}`)
      }
    >
      <option value="">All playlists</option>
      {playlists.map(({ _id, title }) => (
        <option key={_id} value={_id}>
          {title}
        </option>
      ))}
    </select>
  )
}
