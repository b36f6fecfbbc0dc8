import type { LoaderFunction, Params } from 'react-router'
import { codeOf, isNotFound } from './api-error.ts'
import { type AppContext, partsOf } from './app-context.tsx'
import { viewerKey } from './session-store.ts'

/** How long a screen waits for its answers before it shows itself with its skeleton (design.md, "Skeleton"). */
const PATIENCE_MS = 150

interface Asked extends AppContext {
  params: Params
  /** The address asked for. */
  url: URL
  viewer: string
}

/**
 * A loader that has a screen's answers in the cache before it shows:
 * `loads(({ cache, call, params }) => [cache.ensureQueryData(playlistOf(call, params.playlistId ?? ''))])`.
 *
 * On the server all of them are awaited and any failure becomes the page's status. In the browser a slow answer is left
 * to the screen's own skeleton after 150 ms, and failures to its `useQuery`; something missing is 'Page Not Found' on both.
 */
export function loads(wanted: (asked: Asked) => readonly Promise<unknown>[]): LoaderFunction {
  return async ({ context, params, url }) => {
    const parts = partsOf(context)
    const viewer = viewerKey(parts.session.current())
    const answers = Promise.all(wanted({ ...parts, params, url, viewer }))
    await (import.meta.env.SSR ? rendered(answers) : shown(answers))
    return null
  }
}

const NOT_FOUND = { status: 404, statusText: 'Not Found' }

/** Thrown by a loader; the site answers with 'Page Not Found'. */
export const notFound = () => new Response(null, NOT_FOUND)

const failed = (status: number) => new Response(null, { status })

async function rendered(answers: Promise<unknown>): Promise<void> {
  try {
    await answers
  } catch (error) {
    if (isNotFound(error)) throw notFound()
    throw failed(codeOf(error) === 'busy' ? 503 : 500)
  }
}

async function shown(answers: Promise<unknown>): Promise<void> {
  const patience = Promise.withResolvers<void>()
  const timer = setTimeout(patience.resolve, PATIENCE_MS)
  try {
    await Promise.race([answers.catch(missingOnly), patience.promise])
  } finally {
    clearTimeout(timer)
  }
}

function missingOnly(error: unknown): void {
  if (isNotFound(error)) throw notFound()
}
