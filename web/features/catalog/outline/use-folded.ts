import { useState } from 'react'

const keyOf = (playlistId: string) => `folded ${playlistId}`

function readFolded(playlistId: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(playlistId)) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.map(String) : [])
  } catch {
    return new Set()
  }
}

function writeFolded(playlistId: string, folded: ReadonlySet<string>): void {
  try {
    if (folded.size === 0) localStorage.removeItem(keyOf(playlistId))
    else localStorage.setItem(keyOf(playlistId), JSON.stringify([...folded]))
  } catch {
    // A browser that forbids storage keeps them until the screen is left.
  }
}

/** The folded sections of a playlist. This browser remembers them. */
export function useFolded(playlistId: string) {
  const [folded, setFolded] = useState(() => readFolded(playlistId))
  function put(keys: Iterable<string>): void {
    const next = new Set(keys)
    setFolded(next)
    writeFolded(playlistId, next)
  }
  return {
    folded,
    foldOnly: put,
    toggle: (key: string) =>
      put(folded.has(key) ? [...folded].filter((each) => each !== key) : [...folded, key]),
    unfold: (key: string | undefined) => {
      if (key !== undefined && folded.has(key)) put([...folded].filter((each) => each !== key))
    },
  }
}
