import type { SessionUser } from '#contract/account/session-user.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import type { AppContext } from '#web/core/app-context.tsx'
import { isOnePlaylist } from '#web/features/catalog/playlists/playlists.queries.ts'

/**
 * Corrects the saved list of the session when a fetched playlist shows that it was saved or unsaved on another device. A
 * response is ignored when the list has changed since its request.
 */
export function syncSaves({ cache, session }: Pick<AppContext, 'cache' | 'session'>): void {
  const requestedBy = new Map<string, SessionUser | null>()
  cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !isOnePlaylist(event.query.queryKey)) return
    const { action, query } = event
    const user = session.current()
    if (action.type === 'fetch') requestedBy.set(query.queryHash, user)
    if (action.type !== 'success' || !user || requestedBy.get(query.queryHash) !== user) return
    const savedPlaylists = correctedSaves(user, cache.getQueryData<Playlist>(query.queryKey))
    if (savedPlaylists) session.update({ savedPlaylists })
  })
}

/** The corrected list, or nothing when the list and the playlist agree. */
function correctedSaves({ _id: me, savedPlaylists }: SessionUser, playlist?: Playlist): string[] | undefined {
  if (!playlist) return
  const { _id, savedBy } = playlist
  const isSaved = savedBy.includes(me)
  if (isSaved === savedPlaylists.includes(_id)) return
  return isSaved ? [_id, ...savedPlaylists] : savedPlaylists.filter((id) => id !== _id)
}
