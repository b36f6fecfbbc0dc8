import { loads } from '#web/core/load.ts'
import { firstPlaylistsOf } from '#web/features/catalog/playlists/playlists.queries.ts'

export const loadHome = loads(({ cache, call }) => [cache.ensureQueryData(firstPlaylistsOf(call))])
