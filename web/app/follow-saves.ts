import type { Playlist } from '#contract/playlists.ts'
import type { SessionUser } from '#contract/session-user.ts'
import type { AppContext } from '#web/core/app-context.tsx'
import { isOnePlaylist } from '#web/features/playlists/playlists.queries.ts'

/**
 * What was saved or unsaved on another device: a playlist that is read says so, and the list kept in this browser is only
 * a hint until then. An answer that was asked for before the list last changed is older than the list.
 */
export function followSaves({ cache, session }: Pick<AppContext, 'cache' | 'session'>): void {
  const askedAs = new Map<string, SessionUser | null>()
  cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !isOnePlaylist(event.query.queryKey)) return
    const { action, query } = event
    const user = session.current()
    if (action.type === 'fetch') askedAs.set(query.queryHash, user)
    if (action.type !== 'success' || !user || askedAs.get(query.queryHash) !== user) return
    const savedPlaylists = corrected(user, cache.getQueryData<Playlist>(query.queryKey))
    if (savedPlaylists) session.update({ savedPlaylists })
  })
}

/** The person's list, where the playlist says something else about itself. */
function corrected({ _id: me, savedPlaylists }: SessionUser, playlist?: Playlist): string[] | undefined {
  if (!playlist) return
  const { _id, savedBy } = playlist
  const isSaved = savedBy.includes(me)
  if (isSaved === savedPlaylists.includes(_id)) return
  return isSaved ? [_id, ...savedPlaylists] : savedPlaylists.filter((id) => id !== _id)
}
