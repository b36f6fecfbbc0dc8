/** By user, until the page is reloaded. */
const chosen = new Map<string, string>()

/** The playlist that this user last added a course to, or ''. */
export const lastPlaylist = (viewer: string): string => chosen.get(viewer) ?? ''

export const rememberPlaylist = (viewer: string, playlistId: string): void =>
  void chosen.set(viewer, playlistId)
