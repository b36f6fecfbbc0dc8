import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Course } from '#contract/catalog/courses.ts'
import { formatCount, formatTime } from '#contract/format.ts'
import type { LessonAnalytics, LessonFigures } from '#contract/insight/analytics.ts'
import { useCall } from '#web/core/app-context.tsx'
import { retryDownload } from '#web/core/retry-download.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { courseOf } from '#web/features/catalog/courses/watching.queries.ts'
import { AdviceBox } from '#web/features/insight/analytics/advice-box.tsx'
import {
  lessonFiguresOf,
  playlistFiguresOf,
  useLessonCsv,
} from '#web/features/insight/analytics/analytics.queries.ts'
import { DayPanel } from '#web/features/insight/analytics/day-panel.tsx'
import { FigureTiles, Gained, type Tile } from '#web/features/insight/analytics/figure-tiles.tsx'
import { CsvButton, FiguresHead, PeriodSelect } from '#web/features/insight/analytics/figures-head.tsx'
import {
  FiguresFailed,
  FiguresLoading,
  NobodyWatched,
} from '#web/features/insight/analytics/figures-states.tsx'
import type { LessonStrip } from '#web/features/insight/analytics/lesson-strip.tsx'
import { OpenQuestions } from '#web/features/insight/analytics/open-questions.tsx'
import { daysOf, shown, sumOf, usePeriod } from '#web/features/insight/analytics/period.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import styles from './analytics.module.css'

/** The player and the strip beside it are a file of their own. The screen waits for it, so that nothing moves. */
const stripPart = queryOptions({
  queryKey: ['lesson strip'],
  queryFn: async () =>
    (await retryDownload(() => import('#web/features/insight/analytics/lesson-strip.tsx'))).LessonStrip,
  staleTime: Number.POSITIVE_INFINITY,
})

/** /teacher-dashboard/analytics/{playlist}/{lesson}: what is watched of a video, what is skipped, and where people stop. */
export function Component() {
  const { playlistId = '', courseId = '' } = useParams()
  const call = useCall()
  const { days, kept } = usePeriod()
  const me = useCurrentUser()
  const viewer = viewerKey(me)
  const enabled = me !== null
  const figures = useQuery({ ...lessonFiguresOf(call, viewer, { playlistId, courseId, days }), enabled })
  const playlist = useQuery({
    ...playlistFiguresOf(call, viewer, { playlistId, days }),
    enabled,
    throwOnError: false,
  })
  const course = useQuery({ ...courseOf(call, viewer, { playlistId, courseId }), enabled })
  const strip = useQuery({ ...stripPart, enabled })
  const lessons = playlist.data?.lessons ?? []
  const needed = [figures, course, strip]
  const isPending = needed.some((each) => each.isPending) || playlist.isPending
  return (
    <>
      <ScreenTitle screen={figures.data?.title ?? 'Analytics'} unlisted />
      <div className={styles.crumbs} data-pending={isPending}>
        <Crumb to={`/teacher-dashboard/analytics/${playlistId}${kept}`}>
          {figures.data?.playlist.title ?? 'Playlist'}
        </Crumb>
        <Neighbours lessons={lessons} courseId={courseId} playlistId={playlistId} kept={kept} />
      </div>
      {isPending && <FiguresLoading />}
      {!(isPending || (figures.data && course.data && strip.data)) && (
        <FiguresFailed onRetry={() => Promise.all(needed.map(({ refetch }) => refetch()))} />
      )}
      {!isPending && figures.data && course.data && strip.data && (
        <Loaded
          key={courseId}
          data={figures.data}
          course={course.data}
          Strip={strip.data}
          number={lessons.findIndex(({ _id }) => _id === courseId) + 1}
          lesson={lessons.find(({ _id }) => _id === courseId)}
          isUnwatched={playlist.data?.figures.learners === 0 || figures.data.figures.learners === 0}
        />
      )}
    </>
  )
}

interface NeighboursProps {
  lessons: readonly LessonFigures[]
  courseId: string
  playlistId: string
  kept: string
}

/** The lessons before and after. */
function Neighbours({ lessons, courseId, playlistId, kept }: NeighboursProps) {
  const index = lessons.findIndex(({ _id }) => _id === courseId)
  const [before, after] = [lessons[index - 1], lessons[index + 1]]
  if (index === -1) return null
  const addressOf = (lessonId: string) => `/teacher-dashboard/analytics/${playlistId}/${lessonId}${kept}`
  return (
    <nav className={styles.neighbours} aria-label="Other lessons">
      {before && (
        <LinkButton size="sm" to={addressOf(before._id)}>
          <Icon name="chevron-left" />
          <bdi>{`${index} ${before.title}`}</bdi>
        </LinkButton>
      )}
      {after && (
        <LinkButton size="sm" to={addressOf(after._id)}>
          <bdi>{`${index + 2} ${after.title}`}</bdi>
          <Icon name="chevron-right" />
        </LinkButton>
      )}
    </nav>
  )
}

interface LoadedProps {
  data: LessonAnalytics
  course: Course
  Strip: typeof LessonStrip
  /** The place in the playlist, 0 where it is not public. */
  number: number
  lesson: LessonFigures | undefined
  isUnwatched: boolean
}

function Loaded({ data, course, Strip, number, lesson, isUnwatched }: LoadedProps) {
  const { days: period, choose } = usePeriod()
  const place = { playlistId: course.playlist._id, courseId: course._id }
  const csv = useLessonCsv(place)
  const isOwn = useCurrentUser()?._id === course.teacher._id
  const { title, figures, timeZone } = data
  const days = daysOf(data)
  return (
    <>
      <FiguresHead
        title={
          <>
            {number > 0 && `${number} `}
            <bdi>{title}</bdi>
          </>
        }
        lead={
          <>
            <Badge tone={course.isCourseApproved} />
            {course.durationSeconds ? `${formatTime(course.durationSeconds)} · ` : ''}
            since {formatDate(course.createdAt)}. Days are counted in {timeZone}.
          </>
        }
      >
        <PeriodSelect days={period} onChoose={choose} />
        {isOwn && (
          <LinkButton to={`/teacher-dashboard/build/${place.playlistId}?course=${place.courseId}`}>
            <Icon name="edit" />
            Edit the video
          </LinkButton>
        )}
        <CsvButton of={title} csv={csv} onPress={() => csv.download({ title, query: { days: period } })} />
      </FiguresHead>
      {isUnwatched ? (
        <NobodyWatched />
      ) : (
        <>
          <AdviceBox text={data.advice} />
          <FigureTiles tiles={lessonTiles({ data, lesson, days, period })} />
          {data.reached.length > 0 && <Strip course={course} figures={data} />}
          {!figures.few && (
            <div className={styles.wide}>
              <DayPanel days={days} period={period} minutesBefore={data.minutesBefore} />
            </div>
          )}
        </>
      )}
      <div className={styles.wide}>
        <OpenQuestions {...place} />
      </div>
    </>
  )
}

interface TilesInput extends Pick<LoadedProps, 'data' | 'lesson'> {
  days: LessonAnalytics['days']
  period: ReturnType<typeof usePeriod>['days']
}

function lessonTiles({ data: { figures, stopped }, lesson, days, period }: TilesInput): Tile[] {
  const gained = (what: 'learners' | 'minutes') =>
    figures.few ? undefined : <Gained count={sumOf(days, what)} period={period} />
  const stops = stopped.reduce((sum, count) => sum + count, 0)
  return [
    { word: 'Learners', value: shown(figures.learners), detail: gained('learners') },
    { word: 'Done', value: shown(lesson?.done ?? figures.finished), detail: doneDetail(figures) },
    {
      word: 'Stopped here',
      value: stopped.length === 0 ? shown(lesson?.stopped ?? null) : formatCount(stops),
      detail: 'so far',
    },
    { word: 'Minutes watched', value: shown(figures.minutes), detail: gained('minutes') },
    { word: 'Open questions', value: formatCount(figures.openQuestions) },
  ]
}

const doneDetail = ({ averageProgress }: LessonAnalytics['figures']) =>
  averageProgress === null ? undefined : `${Math.round(averageProgress * 100)} % of the learners`
