import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { PlaylistAnalytics } from '#contract/insight/analytics.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { AdviceBox } from '#web/features/insight/analytics/advice-box.tsx'
import { playlistFiguresOf, usePlaylistCsv } from '#web/features/insight/analytics/analytics.queries.ts'
import { DayPanel } from '#web/features/insight/analytics/day-panel.tsx'
import { FigureTiles, tilesOf } from '#web/features/insight/analytics/figure-tiles.tsx'
import { CsvButton, FiguresHead, PeriodSelect } from '#web/features/insight/analytics/figures-head.tsx'
import {
  FiguresFailed,
  FiguresLoading,
  NobodyWatched,
} from '#web/features/insight/analytics/figures-states.tsx'
import { Funnel } from '#web/features/insight/analytics/funnel.tsx'
import { Learners } from '#web/features/insight/analytics/learners.tsx'
import { daysOf, usePeriod } from '#web/features/insight/analytics/period.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import styles from './analytics.module.css'

/** /teacher-dashboard/analytics/{playlist}: how far the learners of a playlist get. */
export function Component() {
  const { playlistId = '' } = useParams()
  const { days, kept } = usePeriod()
  const me = useCurrentUser()
  const figures = useQuery({
    ...playlistFiguresOf(useCall(), viewerKey(me), { playlistId, days }),
    enabled: me !== null,
  })
  return (
    <>
      <ScreenTitle screen={figures.data?.title ?? 'Analytics'} unlisted />
      <Crumb to={`/teacher-dashboard/analytics${kept}`}>All playlists</Crumb>
      {figures.isPending && <FiguresLoading />}
      {figures.isError && !figures.data && <FiguresFailed onRetry={figures.refetch} />}
      {figures.data && <Loaded playlistId={playlistId} data={figures.data} />}
    </>
  )
}

function Loaded({ playlistId, data }: { playlistId: string; data: PlaylistAnalytics }) {
  const { days: period, choose, kept } = usePeriod()
  const csv = usePlaylistCsv(playlistId)
  const { title, figures, lessons, advice, timeZone } = data
  const days = daysOf(data)
  const addressOf = (lessonId: string) => `/teacher-dashboard/analytics/${playlistId}/${lessonId}${kept}`
  return (
    <>
      <FiguresHead
        title={<bdi>{title}</bdi>}
        lead={`Who learns with this playlist. Days are counted in ${timeZone}.`}
      >
        <PeriodSelect days={period} onChoose={choose} />
        <CsvButton of={title} csv={csv} onPress={() => csv.download({ title, query: { days: period } })} />
      </FiguresHead>
      {figures.learners === 0 ? (
        <NobodyWatched />
      ) : (
        <>
          <AdviceBox
            text={advice.text}
            action={
              advice.lessonId !== null && (
                <LinkButton variant="primary" to={addressOf(advice.lessonId)}>
                  Open the lesson
                </LinkButton>
              )
            }
          />
          <FigureTiles tiles={tilesOf({ figures, days, period, videos: lessons.length })} />
          <div className={styles.columns}>
            <Funnel lessons={lessons} advice={advice} addressOf={addressOf} />
            {!figures.few && <DayPanel days={days} period={period} minutesBefore={data.minutesBefore} />}
          </div>
          <div className={styles.wide}>
            <Learners playlistId={playlistId} title={title} />
          </div>
        </>
      )}
    </>
  )
}
