import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Call, CallReply } from '#contract/api.ts'
import type { UserEvent } from '#contract/events.ts'
import type { NotificationSetting, NotificationSettings } from '#contract/notifications/notifications.ts'
import { useCall } from '#web/core/app-context.tsx'
import { userEvents } from '#web/core/live.ts'
import { cursorPages } from '#web/core/query-options.ts'
import { useSession } from '#web/core/session.tsx'
import { useWrite } from '#web/core/use-write.ts'

const NOTIFICATIONS = 'notifications'
const SETTINGS = 'notification settings'
/** The event stream sends `reset` when it opens. A list that is fresher than this is not refetched then. */
const FRESH_MS = 5000

type Page = CallReply<'notifications.list'>
type Pages = InfiniteData<Page, string>

/** The user's notifications, newest first, page by page. The bell counts the unread ones. */
export const notificationsOf = (call: Call, viewer: string) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: [NOTIFICATIONS, viewer],
    queryFn: ({ pageParam, signal }) =>
      call('notifications.list', { query: { cursor: pageParam || undefined }, signal }),
    staleTime: FRESH_MS,
    meta: { silent: true },
  })

/** Refetches the list when the server reports a change. Listens only while the tab is visible. */
export function useNotificationEvents(): void {
  const session = useSession()
  const cache = useQueryClient()
  useEffect(() => {
    let listening: AbortController | undefined
    const send = (path: string, init: RequestInit) => fetch(path, init)
    const listen = async (signal: AbortSignal) => {
      for await (const event of userEvents({ send, session }, signal)) void readAgain(cache, event)
    }
    const follow = () => {
      if (document.visibilityState === 'hidden') {
        listening?.abort()
        listening = undefined
      } else if (!listening) {
        listening = new AbortController()
        void listen(listening.signal)
      }
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      listening?.abort()
    }
  }, [session, cache])
}

async function readAgain(cache: QueryClient, { type }: UserEvent): Promise<void> {
  const list = { queryKey: [NOTIFICATIONS] }
  if (type === 'notifications') await cache.invalidateQueries(list)
  if (type === 'reset') await cache.refetchQueries({ ...list, stale: true }, { cancelRefetch: false })
}

interface Reading {
  upTo: string
  /** Marks only the entry `upTo`. */
  entry?: boolean
}

/** Marks entries as read in the cache at once, and refetches the list afterwards. */
export function useMarkRead() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { logged: true },
    mutationFn: (body: Reading) => call('notifications.read', { body }),
    onMutate: (reading) => markRead(cache, reading),
    onSettled: () => cache.invalidateQueries({ queryKey: [NOTIFICATIONS] }),
  })
}

function markRead(cache: QueryClient, { upTo, entry = false }: Reading): void {
  const readAt = new Date().toISOString()
  const isMeant = (id: string) => (entry ? id === upTo : id <= upTo)
  cache.setQueriesData<Pages>({ queryKey: [NOTIFICATIONS] }, (list) => {
    if (!list) return list
    const pages = list.pages.map((page) => ({
      ...page,
      unread: entry ? Math.max(0, page.unread - 1) : 0,
      notifications: page.notifications.map((each) =>
        each.readAt === null && isMeant(each._id) ? { ...each, readAt } : each,
      ),
    }))
    return { ...list, pages }
  })
}

export const settingsOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: [SETTINGS, viewer],
    queryFn: ({ signal }) => call('notifications.settings', { signal }),
  })

/**
 * Changes a setting. The cache changes at once, and the settings are refetched after the last change. Several quick
 * changes are sent one after the other.
 */
export function useChangeSetting() {
  const call = useCall()
  const cache = useQueryClient()
  const mutationKey = [SETTINGS]
  return useWrite({
    mutationKey,
    scope: { id: SETTINGS },
    mutationFn: (setting: NotificationSetting) =>
      call('notifications.setSettings', { body: { settings: [setting] } }),
    onMutate: (setting) => {
      cache.setQueriesData<NotificationSettings>({ queryKey: [SETTINGS] }, (all) => {
        if (!all) return all
        return { ...all, settings: all.settings.map((each) => (each.kind === setting.kind ? setting : each)) }
      })
    },
    onSettled: async () => {
      const isLast = cache.isMutating({ mutationKey }) === 1
      if (isLast) await cache.invalidateQueries({ queryKey: [SETTINGS] })
    },
  })
}

/** Stores the browser's time zone, which decides when the daily mail is sent. */
export function useTimeZone(stored: string | undefined): void {
  const call = useCall()
  const cache = useQueryClient()
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    if (stored === undefined || !timeZone || timeZone === stored) return
    call('notifications.setSettings', { body: { timeZone } }).then(
      (settings) => cache.setQueriesData<NotificationSettings>({ queryKey: [SETTINGS] }, settings),
      () => undefined,
    )
  }, [call, cache, stored])
}

/** Stops the kinds of mail that the token of a mailed link names. */
export function useUnsubscribe() {
  const call = useCall()
  return useWrite({
    meta: { silent: true },
    mutationFn: (token: string) => call('notifications.unsubscribe', { body: { token } }),
  })
}
