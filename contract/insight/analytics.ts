import { z } from 'zod'
import { UserRef } from '#contract/account/user-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { LEARNER_SORTS, PERIODS } from '#contract/insight/analytics-choices.ts'
import { Filter, ListQuery, ListReply, Order } from '#contract/lists.ts'

/** Below this many learners no number is shown. */
export const FIGURES_LEARNERS_MIN = 5
/** If 1 to 4 of them hide their names, this many are needed, so that nobody can be computed from those who are named. */
export const HIDDEN_LEARNERS_MIN = 20

export const DAYS_WRONG = 'Days must be 28, 90 or 365.'
export const LEARNER_SORT_WRONG = 'Sort must be last, done or name.'
export const FORMAT_WRONG = 'Format must be json or csv.'

/** The parts of a video that figures name. */
export const SLOT_SECONDS = 10
/** People who watched so much, or marked a video as done, are learners. */
export const LEARNER_MIN_S = 30

/** A day of the site's zone, such as 2026-11-27. */
const Day = z.string()

const Count = z.int().nullable()

/** Every number is null where there are few learners. `averageProgress` is a part of 1. */
export const Figures = z
  .object({
    learners: Count,
    finished: Count,
    averageProgress: z.number().nullable(),
    minutes: Count,
    openQuestions: z.int(),
    few: z.literal(true).optional(),
  })
  .meta({ id: 'AnalyticsFigures' })
export type Figures = z.infer<typeof Figures>

/** What was new on a day: people who became learners, who began, who finished, and minutes. */
export const FigureDay = z
  .object({ day: Day, learners: z.int(), started: z.int(), finished: z.int(), minutes: z.int() })
  .meta({ id: 'AnalyticsDay' })
export type FigureDay = z.infer<typeof FigureDay>

/** The days of the period with anything on them, the earliest first; none where there are few learners. */
const Days = z.array(FigureDay)

/** What every answer has of the period. */
const ofPeriod = {
  days: Days,
  /** The first and the last day of the period, in this zone. */
  from: Day,
  to: Day,
  timeZone: z.string(),
  /** Minutes that were watched in the period before, which is as long. */
  minutesBefore: z.int(),
}

export const Advice = z
  .object({
    text: z.string(),
    /** The lesson that it is about. */
    lessonId: Id.nullable(),
  })
  .meta({ id: 'AnalyticsAdvice' })
export type Advice = z.infer<typeof Advice>

export const PlaylistFigures = z
  .object({ _id: Id, title: z.string(), figures: Figures, advice: Advice })
  .meta({ id: 'PlaylistFigures' })
export type PlaylistFigures = z.infer<typeof PlaylistFigures>

export const LessonFigures = z
  .object({
    _id: Id,
    title: z.string(),
    /** Learners whose furthest lesson is this one or a later one. */
    reached: Count,
    /** Learners whose furthest lesson is this one and who have not finished. */
    stopped: Count,
    learners: Count,
    done: Count,
  })
  .meta({ id: 'LessonFigures' })
export type LessonFigures = z.infer<typeof LessonFigures>

/** A learner who has agreed to be named. */
export const Learner = z
  .object({
    user: UserRef,
    done: z.int(),
    of: z.int(),
    lastDay: Day,
    firstDay: Day,
    finishedOn: Day.nullable(),
  })
  .meta({ id: 'Learner' })
export type Learner = z.infer<typeof Learner>

const Format = z.enum(['json', 'csv'], FORMAT_WRONG).optional()
const PeriodQuery = z.object({ days: z.enum(PERIODS, DAYS_WRONG).optional(), format: Format })

/** A CSV file with `format=csv`. */
const orCsv = <Reply extends z.ZodType>(reply: Reply) => z.union([reply, z.string()])

export const AnalyticsReply = z.object({
  figures: Figures,
  ...ofPeriod,
  playlists: z.array(PlaylistFigures),
  ...ListReply.shape,
})
export type AnalyticsReply = z.infer<typeof AnalyticsReply>

export const PlaylistAnalytics = z.object({
  title: z.string(),
  figures: Figures,
  ...ofPeriod,
  lessons: z.array(LessonFigures),
  advice: Advice,
  /** How many learners are not named; null where that would give them away. */
  hidden: Count,
})
export type PlaylistAnalytics = z.infer<typeof PlaylistAnalytics>

export const LessonAnalytics = z.object({
  title: z.string(),
  playlist: z.object({ _id: Id, title: z.string() }),
  figures: Figures,
  ...ofPeriod,
  slotSeconds: z.int(),
  /** One number for each slot; empty where there are few learners or nothing was watched of this video. */
  reached: z.array(z.int()),
  watched: z.array(z.int()),
  stopped: z.array(z.int()),
  advice: z.string(),
})
export type LessonAnalytics = z.infer<typeof LessonAnalytics>

export const LearnersReply = ListReply.extend({ learners: z.array(Learner), hidden: Count })
export type LearnersReply = z.infer<typeof LearnersReply>

export const analyticsApi = {
  all: endpoint('analytics.all', {
    summary: 'How the playlists of a teacher do; admins name the teacher',
    query: PeriodQuery.extend({ ...ListQuery.shape, teacher: z.string().max(64).optional() }),
    reply: orCsv(AnalyticsReply),
    contentType: 'text/csv; charset=utf-8',
  }),
  playlist: endpoint('analytics.playlist', {
    summary: 'How a playlist does: its lessons in order, and what to look at',
    query: PeriodQuery,
    reply: orCsv(PlaylistAnalytics),
    contentType: 'text/csv; charset=utf-8',
  }),
  course: endpoint('analytics.course', {
    summary: 'What is watched of a video, what is skipped, and where people stop',
    query: PeriodQuery,
    reply: orCsv(LessonAnalytics),
    contentType: 'text/csv; charset=utf-8',
  }),
  learners: endpoint('analytics.learners', {
    summary: 'The learners of a playlist who have agreed to be named',
    query: z.object({
      ...ListQuery.shape,
      sort: z.enum(LEARNER_SORTS, LEARNER_SORT_WRONG).optional(),
      order: Order.optional(),
      /** The beginning of the name. */
      q: Filter.optional(),
      format: Format,
    }),
    reply: orCsv(LearnersReply),
    contentType: 'text/csv; charset=utf-8',
  }),
}
