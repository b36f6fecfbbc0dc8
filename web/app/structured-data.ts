import type { DataRouteMatch } from 'react-router'
import type { AppContext, Site } from '#web/core/app-context.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { playlistOf } from '#web/features/catalog/playlists/playlists.queries.ts'

const MAX_LISTED_COURSES = 50

/** Structured data for search engines (schema.org). Only playlists have it, and it repeats only what is visible. */
export function structuredData(
  match: DataRouteMatch | undefined,
  { cache, call, site }: Pick<AppContext, 'cache' | 'call' | 'site'>,
): object | undefined {
  if (match?.route.path !== 'playlist-details/:playlistId') return undefined
  const { playlistId = '' } = match.params
  const playlist = cache.getQueryData(playlistOf(call, playlistId, viewerKey(null)).queryKey)
  if (playlist?.visibility !== 'public') return undefined
  const { _id, title, description, category, mainPlaylistImage, teacher, createdAt, updatedAt } = playlist
  const at = (path: string) => new URL(path, site.origin).href
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    url: at(`/playlist-details/${_id}`),
    name: title,
    description,
    about: category,
    image: at(mainPlaylistImage.url),
    dateCreated: createdAt,
    dateModified: updatedAt,
    isAccessibleForFree: true,
    provider: providerOf(site),
    author: { '@type': 'Person', name: teacher.username, url: at(`/teacher-profile/${teacher._id}`) },
    hasPart: playlist.courses.slice(0, MAX_LISTED_COURSES).map(({ videoTitle }, index) => ({
      '@type': 'LearningResource',
      position: index + 1,
      name: videoTitle,
    })),
  }
}

const providerOf = ({ name, origin }: Site) => ({ '@type': 'Organization', name, url: origin })
