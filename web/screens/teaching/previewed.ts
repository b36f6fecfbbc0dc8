/** The `sessionStorage` key of the playlist that is previewed in this tab, until the preview is left. */
const KEY = 'preview'

export function previewed(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    // A browser that forbids storage previews one page at a time.
    return null
  }
}

export function remember(playlistId: string): void {
  try {
    sessionStorage.setItem(KEY, playlistId)
  } catch {
    // As above.
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
