import type { Secrets } from '#server/auth/secret-key.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import type { PlaylistRow } from '#server/data/schema.ts'
import { findPlaylist, type OpenPlaylist, seesAllOf } from '#server/features/catalog/playlists/visibility.ts'
import { linkNumbersOf } from './links.queries.ts'

const PURPOSE = 'playlist link'

type Linked = Pick<PlaylistRow, 'id' | 'link_number'>

const nameOf = ({ id, link_number }: Linked) => `${id} ${link_number}`

/** The key of the current link of a playlist. Nothing is stored of it but its number. */
export function linkKeyOf(secrets: Secrets, playlist: Linked): string {
  return secrets.mac(PURPOSE, nameOf(playlist))
}

type Site = Pick<AppContext, 'secrets' | 'publicUrl'>

/** The address that opens a playlist for people with the link. */
export function linkOf({ secrets, publicUrl = '' }: Site, playlist: Linked): string {
  return `${publicUrl}/playlist-details/${playlist.id}?key=${linkKeyOf(secrets, playlist)}`
}

interface ByKey {
  playlistId: string
  key: string | undefined
}

/** Finds a playlist that may have been asked for by its link: the key shows an unlisted one to everybody. */
export async function findPlaylistByLink(
  { db, secrets }: { db: Db; secrets: Secrets },
  viewer: Viewer | undefined,
  { playlistId, key }: ByKey,
): Promise<OpenPlaylist | undefined> {
  const playlist = await findPlaylist(db, viewer, { playlistId })
  if (!playlist || key === undefined || playlist.access.isShown || playlist.shown !== 'unlisted')
    return playlist
  const isShown = secrets.isMac(PURPOSE, nameOf(playlist), key)
  return { ...playlist, access: { ...playlist.access, isShown } }
}

/** The same for a user who opens the link: nothing without the right key, and nothing that is shown to others only. */
export async function findPlaylistToOpen(
  { db, secrets }: { db: Db; secrets: Secrets },
  viewer: Viewer,
  { playlistId, key }: ByKey,
): Promise<OpenPlaylist | undefined> {
  const playlist = await findPlaylist(db, viewer, { playlistId })
  if (!(playlist && secrets.isMac(PURPOSE, nameOf(playlist), key ?? ''))) return undefined
  const isShown = playlist.access.isShown === true || playlist.shown === 'unlisted'
  return { ...playlist, access: { ...playlist.access, isShown } }
}

interface Sent {
  _id: string
  teacher: { _id: string }
  visibility?: PlaylistRow['visibility'] | undefined
  link?: string | undefined
}

/** Adds the link of an unlisted playlist for its teacher and admins. */
export async function withLink<Playlist extends Sent>(
  site: Site & { db: Db },
  viewer: Viewer | undefined,
  playlist: Playlist,
): Promise<Playlist> {
  const [linked = playlist] = await withLinks(site, viewer, [playlist])
  return linked
}

/** The same for several. */
export async function withLinks<Playlist extends Sent>(
  site: Site & { db: Db },
  viewer: Viewer | undefined,
  playlists: Playlist[],
): Promise<Playlist[]> {
  const unlisted = playlists.filter(
    ({ visibility, teacher }) => visibility === 'unlisted' && seesAllOf(viewer, teacher._id),
  )
  if (unlisted.length === 0) return playlists
  const numbers = await linkNumbersOf(
    site.db,
    unlisted.map(({ _id }) => _id),
  )
  const own = new Set(unlisted)
  return playlists.map((playlist) => {
    const link_number = own.has(playlist) ? numbers.get(playlist._id) : undefined
    return link_number === undefined
      ? playlist
      : { ...playlist, link: linkOf(site, { id: playlist._id, link_number }) }
  })
}
