/** What a playlist of one version names. */
interface Playlist {
  /** The file with the beginning of the MP4 stream. */
  begin: string
  segments: { name: string; seconds: number }[]
  /** Whether it was written to its end. */
  isWhole: boolean
}

/** Reads a playlist that ffmpeg has written. */
export function readPlaylist(text: string): Playlist {
  const segments = [...text.matchAll(/^#EXTINF:([\d.]+),[^\n]*\n(.+)$/gm)]
  return {
    begin: /^#EXT-X-MAP:URI="([^"]+)"/m.exec(text)?.[1] ?? '',
    segments: segments.map(([, seconds, name = '']) => ({ name, seconds: Number(seconds) })),
    isWhole: text.trimEnd().endsWith('#EXT-X-ENDLIST'),
  }
}

/** The playlists of the versions that a master playlist names, smallest first. */
export function versionsIn(master: string): string[] {
  return master.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
}
