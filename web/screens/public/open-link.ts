import { type LoaderFunctionArgs, replace } from 'react-router'
import { isNotFound } from '#web/core/api-error.ts'
import { appContextOf } from '#web/core/app-context.tsx'
import { notFound } from '#web/core/load.ts'
import { LINK_KEY } from '#web/features/catalog/courses/course-links.ts'

/**
 * Opens a playlist by the key of its link. The server remembers it, so the address goes on without the key, which would
 * otherwise be copied along.
 */
export async function openLink({ context, params: { playlistId = '' }, url }: LoaderFunctionArgs) {
  const { call } = appContextOf(context)
  const key = url.searchParams.get(LINK_KEY) ?? ''
  try {
    await call('visibility.open', { params: { playlistId }, body: { key } })
  } catch (error) {
    throw isNotFound(error) ? notFound() : error
  }
  const search = new URLSearchParams(url.search)
  search.delete(LINK_KEY)
  return replace(search.size === 0 ? url.pathname : `${url.pathname}?${search}`)
}
