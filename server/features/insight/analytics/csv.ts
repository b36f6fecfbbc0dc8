import { csvOf } from '#contract/csv.ts'
import { formatTime } from '#contract/format.ts'
import type {
  AnalyticsReply,
  Figures,
  Learner,
  LessonAnalytics,
  PlaylistAnalytics,
} from '#contract/insight/analytics.ts'

/** Programs for tables take the file for UTF-8 by this. */
const BOM = '\uFEFF'
const FEW = 'few'

const file = (rows: readonly (readonly string[])[]) => `${BOM}${csvOf(rows)}`
const cell = (number: number | null) => (number === null ? FEW : String(number))
const percent = (part: number | null) => (part === null ? FEW : `${Math.round(part * 100)} %`)

const cellsOf = ({ learners, finished, averageProgress, minutes, openQuestions }: Figures) => [
  cell(learners),
  cell(finished),
  percent(averageProgress),
  cell(minutes),
  String(openQuestions),
]

export function playlistsCsv(playlists: AnalyticsReply['playlists']): string {
  const head = [
    'Playlist',
    'Learners',
    'Finished',
    'Average progress',
    'Minutes watched',
    'Open questions',
    'Advice',
  ]
  return file([
    head,
    ...playlists.map(({ title, figures, advice }) => [title, ...cellsOf(figures), advice.text]),
  ])
}

export function lessonsCsv({ lessons }: PlaylistAnalytics): string {
  const head = ['Lesson', 'Title', 'Got here', 'Stopped here', 'Learners', 'Done']
  const rows = lessons.map(({ title, reached, stopped, learners, done }, at) => [
    String(at + 1),
    title,
    cell(reached),
    cell(stopped),
    cell(learners),
    cell(done),
  ])
  return file([head, ...rows])
}

export function partsCsv({ slotSeconds, reached, watched, stopped }: LessonAnalytics): string {
  const rows = reached.map((past, slot) => [
    formatTime(slot * slotSeconds),
    String(past),
    String(watched[slot] ?? 0),
    String(stopped[slot] ?? 0),
  ])
  return file([['From', 'Got here', 'Watched', 'Stopped here'], ...rows])
}

export function learnersCsv(learners: readonly Learner[]): string {
  const rows = learners.map(({ user, done, of, lastDay, firstDay, finishedOn }) => [
    user.username,
    String(done),
    String(of),
    lastDay,
    firstDay,
    finishedOn ?? '',
  ])
  return file([['Learner', 'Done', 'Of', 'Last watched', 'First watched', 'Finished'], ...rows])
}
