import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { isNotFound } from '#web/core/api-error.ts'
import { asOfAnother, pageByPage } from '#web/core/asking.ts'

/** The first part of every key here. */
export const USERS = 'users'
const REVIEWS_PAGE = '12'

/** One person, with their address when the viewer may read it; nobody there is 'Page Not Found'. */
export function userOf(call: Call, userId: string, viewer: string) {
  const queryKey = [USERS, 'one', userId, viewer]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call('users.get', { params: { userId }, signal }),
    placeholderData: asOfAnother(queryKey),
    throwOnError: isNotFound,
  })
}

/** Everybody, newest first, page by page; only what everybody may see of them is shown. */
export const everybodyOf = (call: Call) =>
  infiniteQueryOptions({
    queryKey: [USERS, 'everybody'],
    queryFn: ({ signal, pageParam }) =>
      call('users.list', { query: { limit: REVIEWS_PAGE, cursor: pageParam || undefined }, signal }),
    ...pageByPage,
  })
