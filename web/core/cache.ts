import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { SOMETHING_WENT_WRONG } from '#contract/messages.ts'
import { ApiError } from './api-error.ts'
import { notify, SCREEN_NOTICE_MS } from './toasts.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Said when the server gave no sentence of its own. */
      fallback?: string
      /** The screen says itself what went wrong. */
      silent?: boolean
      /** Nobody is told; the failure is only logged (specification section 7). */
      logged?: boolean
      /** The form shows refused fields at the fields, so those need no toast. */
      form?: boolean
      /** How long the toast stays, in milliseconds, unless it is as long as on most screens. */
      timeout?: number
    }
    queryMeta: {
      /** Failures of reading are only logged (specification section 7) unless this asks for a toast, … */
      toast?: boolean
      /** … for that long, … */
      timeout?: number
      /** … or for nothing at all. */
      silent?: boolean
    }
  }
}

const FRESH_MS = 30_000
const RETRIES = 2

/** A cache for one tab or one render. Failed writes are told here, once, for every screen (specification section 8). */
export function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        // What could not be read is asked for again as soon as the network is back.
        refetchOnReconnect: true,
        retry: (failures, error) => failures < RETRIES && mayPass(error),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        // While a page is rendered there is nobody to tell, and the server keeps its own log.
        if (import.meta.env.SSR || meta?.silent || endedTheSession(error)) return
        if (meta?.toast) tell(sentenceOf(error), meta)
        else log(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, ...[, , { meta }]) => {
        if (meta?.silent || endedTheSession(error) || (meta?.form && hasFields(error))) return
        if (meta?.logged) log(error)
        else tell(sentenceOf(error, meta?.fallback), meta)
      },
    }),
  })
}

function tell(text: string, { timeout = SCREEN_NOTICE_MS }: { timeout?: number } = {}): void {
  notify.error(text, { timeout })
}

/** For whoever opens the console; no complaint, because the screen lives with it. */
function log(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: specification section 7 asks for a log
  console.info(error)
}

/** The server's sentence, or the fallback when there was none. */
function sentenceOf(error: unknown, fallback: string = SOMETHING_WENT_WRONG): string {
  if (!(error instanceof ApiError)) return fallback
  return error.code === 'offline' ? fallback : error.message
}

/** The session tells that itself, once. */
const endedTheSession = (error: unknown) => error instanceof ApiError && error.code === 'invalid_token'

const hasFields = (error: unknown) => error instanceof ApiError && error.errors !== undefined

const mayPass = (error: unknown) =>
  error instanceof ApiError && (error.status === 503 || (error.code === 'offline' && error.status === 0))
