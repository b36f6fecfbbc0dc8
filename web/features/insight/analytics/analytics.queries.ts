import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'
import type { LearnerSort, Period } from '#contract/insight/analytics-choices.ts'
import { isNotFound } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { downloadCsv, fileNameOf } from '#web/core/download-text.ts'
import { cursorPages } from '#web/core/query-options.ts'
import { useWrite } from '#web/core/use-write.ts'

/** The first element of every query key in this file. */
const ANALYTICS = 'analytics'
const PAGE = '50'
const CSV = { format: 'csv' } as const

/** Figures are counted each minute. */
const COUNTED_MS = 60_000

export interface AllFilter {
  days: Period
  /** The id of a teacher, for admins. */
  teacher?: string
}

/** All playlists of a teacher, page by page; the first page has the figures of all of them. */
export const allFiguresOf = (call: Call, viewer: string, filter: AllFilter) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: [ANALYTICS, 'all', viewer, filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE, cursor: pageParam || undefined }
      return withoutCsv(await call('analytics.all', { query, signal }))
    },
    placeholderData: (previous, query) => (isSameBut(query, 3, [viewer]) ? previous : undefined),
    staleTime: COUNTED_MS,
    throwOnError: isNotFound,
  })

export interface PlaylistPeriod {
  playlistId: string
  days: Period
}

export const playlistFiguresOf = (call: Call, viewer: string, { playlistId, days }: PlaylistPeriod) =>
  queryOptions({
    queryKey: [ANALYTICS, 'playlist', viewer, playlistId, days],
    queryFn: async ({ signal }) =>
      withoutCsv(await call('analytics.playlist', { params: { playlistId }, query: { days }, signal })),
    placeholderData: (previous, query) => (isSameBut(query, 4, [viewer, playlistId]) ? previous : undefined),
    staleTime: COUNTED_MS,
    throwOnError: isNotFound,
  })

export interface Lesson {
  playlistId: string
  courseId: string
}

export const lessonFiguresOf = (call: Call, viewer: string, { days, ...lesson }: Lesson & PlaylistPeriod) =>
  queryOptions({
    queryKey: [ANALYTICS, 'lesson', viewer, lesson.playlistId, lesson.courseId, days],
    queryFn: async ({ signal }) =>
      withoutCsv(await call('analytics.course', { params: { ...lesson }, query: { days }, signal })),
    placeholderData: (previous, query) =>
      isSameBut(query, 5, [viewer, lesson.playlistId, lesson.courseId]) ? previous : undefined,
    staleTime: COUNTED_MS,
    throwOnError: isNotFound,
  })

/** The questions about a video that wait for an answer, newest first. */
export const openQuestionsOf = (call: Call, viewer: string, courseId: string) =>
  queryOptions({
    queryKey: [ANALYTICS, 'questions', viewer, courseId],
    queryFn: ({ signal }) =>
      call('comments.threads', {
        params: { courseId },
        query: { sort: 'newest', filter: 'open', limit: PAGE },
        signal,
      }),
    refetchOnMount: 'always',
  })

export interface LearnerFilter {
  sort: LearnerSort
  order: 'asc' | 'desc'
  /** The beginning of a name. */
  q: string
}

const learnersQuery = ({ q, ...rest }: LearnerFilter) => ({ ...rest, ...(q && { q }) })

export const learnersOf = (
  call: Call,
  viewer: string,
  { playlistId, ...filter }: LearnerFilter & { playlistId: string },
) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: [ANALYTICS, 'learners', viewer, playlistId, filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...learnersQuery(filter), limit: PAGE, cursor: pageParam || undefined }
      return withoutCsv(await call('analytics.learners', { params: { playlistId }, query, signal }))
    },
    placeholderData: keepPreviousData,
    staleTime: COUNTED_MS,
  })

/** Figures of another period stand until the new ones arrive, but never those of something else. */
const isSameBut = (
  query: { queryKey: readonly unknown[] } | undefined,
  end: number,
  ids: readonly string[],
) => query !== undefined && ids.every((id, index) => query.queryKey.slice(2, end)[index] === id)

/** The call answers with a text only where a file is asked for. */
function withoutCsv<Reply>(reply: Reply | string): Reply {
  if (typeof reply === 'string') throw new Error('The server has sent a file of figures.')
  return reply
}

/** A table as a file, that `read` gets from the server. */
function useCsv<Input>(
  read: (call: Call, input: Input) => Promise<unknown>,
  nameOf: (input: Input) => string,
) {
  const call = useCall()
  const write = useWrite({
    meta: { fallback: 'The file could not be made.' },
    mutationFn: async (input: Input) => ({ csv: await read(call, input), name: nameOf(input) }),
    onSuccess: ({ csv, name }) => downloadCsv(String(csv), `${fileNameOf(name)}.csv`),
  })
  return { isPending: write.isPending, download: (input: Input) => write.mutate(input) }
}

type Named<Query> = { title: string; query: Query }

export const useAllCsv = () =>
  useCsv<AllFilter>(
    (call, filter) => call('analytics.all', { query: { ...filter, ...CSV } }),
    () => 'Analytics',
  )

export const usePlaylistCsv = (playlistId: string) =>
  useCsv<Named<CallInput<'analytics.playlist'>['query']>>(
    (call, { query }) => call('analytics.playlist', { params: { playlistId }, query: { ...query, ...CSV } }),
    ({ title }) => title,
  )

export const useLessonCsv = (lesson: Lesson) =>
  useCsv<Named<CallInput<'analytics.course'>['query']>>(
    (call, { query }) => call('analytics.course', { params: { ...lesson }, query: { ...query, ...CSV } }),
    ({ title }) => title,
  )

export const useLearnersCsv = (playlistId: string) =>
  useCsv<Named<LearnerFilter>>(
    (call, { query }) =>
      call('analytics.learners', { params: { playlistId }, query: { ...learnersQuery(query), ...CSV } }),
    ({ title }) => `Learners of ${title}`,
  )
