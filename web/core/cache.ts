import { MutationCache, type MutationMeta, QueryCache, QueryClient } from '@tanstack/react-query'
import { NOT_SAVED, SOMETHING_WENT_WRONG } from '#contract/messages.ts'
import { ApiError, isConnectionLost } from './api-error.ts'
import { connection } from './connection.ts'
import type { TabNews } from './tabs.ts'
import { notify, SCREEN_TOAST_MS } from './toasts.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The message when the server sent none. */
      fallback?: string
      /** The screen shows the error itself. */
      silent?: boolean
      /** The failure is only logged. */
      logged?: boolean
      /** The form shows rejected fields at the fields, so those need no toast. */
      form?: boolean
      /** How long the toast stays, in milliseconds; most screens use the default. */
      timeout?: number
      /** What the other tabs of this browser read again. */
      news?: TabNews
      /** Sends the same again. */
      retry?: () => void
    }
    queryMeta: {
      /** Failed reads are only logged, unless this is true: then a toast appears, … */
      toast?: boolean
      /** … for this many milliseconds. */
      timeout?: number
      /** The failure is not even logged. */
      silent?: boolean
    }
  }
}

const FRESH_MS = 30_000
const RETRIES = 2

/** A cache for one tab or one render. It reports failed writes for every screen. */
export function createCache(): QueryClient {
  const cache = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        // Failed reads are repeated when the network is back.
        refetchOnReconnect: true,
        retry: (failures, error) => failures < RETRIES && isTemporary(error),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        // The server has no toasts, and it writes its own log.
        if (import.meta.env.SSR) return
        if (isConnectionLost(error)) void refetchAfterLoss(cache)
        if (meta?.silent || endedTheSession(error)) return
        if (meta?.toast) showError(sentenceOf(error), meta)
        else log(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, ...[, , { meta }]) => {
        if (meta?.silent || endedTheSession(error) || (meta?.form && hasFields(error))) return
        if (isConnectionLost(error)) showNotSaved(meta)
        else if (meta?.logged) log(error)
        else showError(sentenceOf(error, meta?.fallback), meta)
      },
    }),
  })
  return cache
}

/** Reads again what could not be read without a connection, when it is back. */
async function refetchAfterLoss(cache: QueryClient): Promise<void> {
  if (!(await connection.recover())) return
  await cache.refetchQueries(
    { predicate: ({ state }) => isConnectionLost(state.error) },
    { cancelRefetch: false },
  )
}

function showError(text: string, { timeout = SCREEN_TOAST_MS }: { timeout?: number } = {}): void {
  notify.error(text, { timeout })
}

function showNotSaved({ fallback, retry, timeout = SCREEN_TOAST_MS }: MutationMeta = {}): void {
  notify.error(NOT_SAVED, {
    title: fallback,
    timeout,
    ...(retry && { action: { label: 'Try again', run: retry } }),
  })
}

/** An info message, not an error, because the screen works without the data. */
function log(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: failed reads are logged in the console
  console.info(error)
}

/** The server's sentence, or the fallback when there was none. */
function sentenceOf(error: unknown, fallback: string = SOMETHING_WENT_WRONG): string {
  if (!(error instanceof ApiError)) return fallback
  return error.code === 'offline' ? fallback : error.message
}

/** The session reports this itself, once. */
const endedTheSession = (error: unknown) => error instanceof ApiError && error.code === 'invalid_token'

const hasFields = (error: unknown) => error instanceof ApiError && error.errors !== undefined

const isTemporary = (error: unknown) =>
  isConnectionLost(error) || (error instanceof ApiError && error.status === 503)
