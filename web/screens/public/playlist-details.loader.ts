import { loads } from '#web/core/load.ts'
import { playlistOf } from '#web/features/catalog/playlists/playlists.queries.ts'

export const loadPlaylist = loads(({ cache, call, params, viewer }) => [
  cache.ensureQueryData(playlistOf(call, params.playlistId ?? '', viewer)),
])
