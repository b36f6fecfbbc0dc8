import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserRef } from '#contract/account/user-fields.ts'
import type { Call, CallInput } from '#contract/api.ts'
import type { Course } from '#contract/catalog/courses.ts'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import type { ApprovalStatus } from '#contract/catalog/status.ts'
import type { Status } from '#contract/catalog/status-values.ts'
import type { Visibility } from '#contract/catalog/visibility.ts'
import type { ImageRef } from '#contract/media/media.ts'
import { COURSE_STATUS_UPDATED, PLAYLIST_STATUS_UPDATED } from '#contract/review/approval-messages.ts'
import type { RevisionRef } from '#contract/review/revisions.ts'
import { codeOf } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'
import { isWaiting } from '#web/features/review/desk/words.ts'

/** A playlist or course as the admin's table shows it. */
export interface ApprovalRow {
  _id: string
  title: string
  /** The playlist of a course, or the playlist itself. */
  playlist: { _id: string; title: string }
  teacher: UserRef
  image: ImageRef
  category: string
  status: Status
  createdAt: string
  viewAddress: string
  /** Of a playlist. */
  visibility?: Visibility | undefined
}

export interface ApprovalPage {
  rows: ApprovalRow[]
  total: number
  nextCursor: string | null
}

const PAGE = '50'

type PlaylistsQuery = Partial<NonNullable<CallInput<'playlists.list'>['query']>>
type CoursesQuery = Partial<NonNullable<CallInput<'courses.list'>['query']>>

/** The previous rows stay visible while a new order loads. */
const table = { ...cursorPages, placeholderData: keepPreviousData, meta: { toast: true } }

const pageOf = <Query extends object>(query: Query, cursor: string) => ({
  status: 'any' as const,
  ...query,
  limit: PAGE,
  cursor: cursor || undefined,
})

/** All playlists of every status. */
export const allPlaylistsOf = (call: Call, query: PlaylistsQuery) =>
  infiniteQueryOptions({
    ...table,
    queryKey: ['admin', 'playlists', query],
    queryFn: async ({ pageParam, signal }): Promise<ApprovalPage> => {
      const { playlists, total, nextCursor } = await call('playlists.list', {
        query: { ...pageOf(query, pageParam), view: 'card' },
        signal,
      })
      return { rows: playlists.map(playlistRow), total, nextCursor }
    },
  })

const playlistRow = (playlist: PlaylistCard): ApprovalRow => ({
  ...playlist,
  playlist,
  image: playlist.mainPlaylistImage,
  status: playlist.isPlaylistApproved,
  viewAddress: `/admin/playlist-view/${playlist._id}`,
})

/** All courses of every status. */
export const allCoursesOf = (call: Call, query: CoursesQuery) =>
  infiniteQueryOptions({
    ...table,
    queryKey: ['admin', 'courses', query],
    queryFn: async ({ pageParam, signal }): Promise<ApprovalPage> => {
      const { courses, total, nextCursor } = await call('courses.list', {
        query: pageOf(query, pageParam),
        signal,
      })
      return { rows: courses.map(courseRow), total, nextCursor }
    },
  })

const courseRow = (course: Course): ApprovalRow => ({
  ...course,
  title: course.videoTitle,
  image: course.tutorialImage,
  category: '',
  status: course.isCourseApproved,
  viewAddress: `/admin/course-view/${course.playlist._id}/${course._id}`,
})

/** How many playlists or courses have this status. */
export const totalOf = (call: Call, name: 'playlists' | 'courses', status: Status) =>
  queryOptions({
    queryKey: ['admin', 'total', name, status],
    queryFn: async ({ signal }) =>
      (await call(`${name}.list`, { query: { status, limit: '1' }, signal })).total,
  })

/** A browser alert reports a status that could not be set. */
const FAILED = 'Error updating playlist status'

/** The version on the screen. */
interface Shown {
  status: ApprovalStatus
  updatedAt: string
  revision?: RevisionRef | undefined
}

export function useSetPlaylistStatus(playlistId: string, shown: Shown | undefined) {
  const call = useCall()
  return useSetStatus(shown, {
    message: PLAYLIST_STATUS_UPDATED,
    set: ({ status, updatedAt }) =>
      call('approval.playlist', { params: { playlistId }, body: { isPlaylistApproved: status, updatedAt } }),
    revisionIn: ({ updatedPlaylist }) => updatedPlaylist.revision,
  })
}

export function useSetCourseStatus(courseId: string, shown: Shown | undefined) {
  const call = useCall()
  return useSetStatus(shown, {
    message: COURSE_STATUS_UPDATED,
    set: ({ status, updatedAt }) =>
      call('approval.course', { params: { courseId }, body: { isCourseApproved: status, updatedAt } }),
    revisionIn: ({ updatedCourse }) => updatedCourse.revision,
  })
}

interface StatusUpdate {
  status: ApprovalStatus
  /** Only of a rejection. */
  reason: string
  /** The version that the admin saw. */
  updatedAt: string | undefined
}

/** The server's reason why a status was not set. */
export interface Rejection {
  message: string
  /** Whether the item has changed since the admin loaded it. */
  isChanged: boolean
}

interface SetStatus<Reply> {
  /** What the toast says. */
  message: string
  set: (update: Omit<StatusUpdate, 'reason'>) => Promise<Reply>
  revisionIn: (reply: Reply) => RevisionRef | undefined
}

/**
 * A status changes what everyone sees, so all queries are invalidated. `shown` is the version on the screen; a rejection
 * is shown as long as that version is.
 */
function useSetStatus<Reply>(shown: Shown | undefined, { message, set, revisionIn }: SetStatus<Reply>) {
  const call = useCall()
  const cache = useQueryClient()
  const shownUpdatedAt = shown?.updatedAt

  /** A reason belongs to a decision. Whatever does not wait for one is first put under review, which takes it offline. */
  async function reject(reason: string, updatedAt: string | undefined): Promise<void> {
    const isDecidable = shown?.status !== 'approved' && isWaiting(shown?.revision?.state)
    const revision = isDecidable
      ? shown?.revision
      : revisionIn(await set({ status: 'processing', updatedAt }))
    if (revision === undefined) return
    const body = { state: 'rejected' as const, message: reason }
    await call('review.decide', { params: { revisionId: revision._id }, body })
  }
  const [rejection, setRejection] = useState<Rejection & Pick<StatusUpdate, 'updatedAt'>>()
  const { isPending, mutate } = useWrite({
    meta: { silent: true },
    mutationFn: async ({ status, reason, updatedAt }: StatusUpdate) => {
      if (status === 'cancel' && reason !== '') await reject(reason, updatedAt)
      else await set({ status, updatedAt })
    },
    onSuccess: () => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      return cache.invalidateQueries()
    },
    onError: (error: Error, { updatedAt }: StatusUpdate) => {
      const code = codeOf(error)
      const isChanged = code === 'conflict'
      if (isChanged || code === 'forbidden') setRejection({ message: error.message, isChanged, updatedAt })
      // biome-ignore lint/suspicious/noAlert: a browser alert reports this failure
      else window.alert(FAILED)
    },
  })
  return {
    isPending,
    set: (status: ApprovalStatus, reason: string, onSaved: () => void) =>
      mutate({ status, reason, updatedAt: shownUpdatedAt }, { onSaved }),
    rejection: rejection?.updatedAt === shownUpdatedAt ? rejection : undefined,
    reload: () => cache.invalidateQueries(),
  }
}
