import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { ApiError, isNotFound } from '#web/core/api-error.ts'
import { cursorPages, previousViewerData } from '#web/core/query-options.ts'

/** The first element of every query key in this file. */
export const USERS = 'users'
const REVIEWS_PAGE = '12'

/** One user, with the e-mail address if the viewer may read it. An unknown id is 'Page Not Found'. */
export function userOf(call: Call, userId: string, viewer: string) {
  const queryKey = [USERS, 'one', userId, viewer]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call('users.get', { params: { userId }, signal }),
    placeholderData: previousViewerData(queryKey),
    throwOnError: isNotFound,
  })
}

/** One teacher. A user who is not a teacher is 'Page Not Found', as an unknown id. */
export function teacherOf(call: Call, teacherId: string, viewer: string) {
  const queryKey = [USERS, 'teacher', teacherId, viewer]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const user = await call('users.get', { params: { userId: teacherId }, signal })
      if (user.role !== 'Teacher') {
        throw new ApiError({ status: 404, code: 'not_found', message: 'Teacher not found.' })
      }
      return user
    },
    placeholderData: previousViewerData(queryKey),
    throwOnError: isNotFound,
  })
}

/** All users, or those who say something about the site; newest first, page by page, with their public fields only. */
export const usersOf = (call: Call, { quoted }: { quoted: boolean }) =>
  infiniteQueryOptions({
    queryKey: [USERS, quoted ? 'quoted' : 'everybody'],
    queryFn: ({ signal, pageParam }) =>
      call('users.list', {
        query: { limit: REVIEWS_PAGE, cursor: pageParam || undefined, quoted: quoted ? 'true' : undefined },
        signal,
      }),
    ...cursorPages,
  })
