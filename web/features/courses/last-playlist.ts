const KEY = 'last-playlist'

/** The playlist that this user last added a course to in this tab, or ''. */
export function lastPlaylist(viewer: string): string {
  try {
    return sessionStorage.getItem(`${KEY} ${viewer}`) ?? ''
  } catch {
    // A browser that forbids storage remembers no playlist.
    return ''
  }
}

export function rememberPlaylist(viewer: string, playlistId: string): void {
  try {
    sessionStorage.setItem(`${KEY} ${viewer}`, playlistId)
  } catch {
    // As above.
  }
}
