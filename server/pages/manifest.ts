/** One entry of Vite's `.vite/manifest.json`. */
interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

export type Manifest = Record<string, ManifestChunk>

const ENTRY = 'index.html'

export interface ScreenLinks {
  /** The sheets that what is painted needs, those of `index.html` first. */
  sheets: string[]
  /** For the template of scripts, which come to life after the first paint, all at once. */
  scripts: string
}

/** What the screens of a page need with everything they import; of scripts, what `index.html` does not already name. */
export function linksOf(manifest: Manifest): (chunks: readonly string[]) => ScreenLinks {
  const entry = closure(manifest, [ENTRY])
  const known = new Map<string, ScreenLinks>()
  return (chunks) => {
    const key = chunks.join()
    const links = known.get(key) ?? linksFor(entry, closure(manifest, chunks))
    known.set(key, links)
    return links
  }
}

function linksFor(entry: readonly ManifestChunk[], screens: readonly ManifestChunk[]): ScreenLinks {
  const present = new Set(entry.map(({ file }) => file))
  const scripts = new Set(screens.map(({ file }) => file)).difference(present)
  return {
    sheets: [...new Set([...entry, ...screens].flatMap(({ css = [] }) => css))],
    scripts: [...scripts].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join(''),
  }
}

/** Every sheet of the build. */
export const sheetsOf = (manifest: Manifest): string[] => [
  ...new Set(Object.values(manifest).flatMap(({ css = [] }) => css)),
]

/** What comes first is imported first, so that a screen's own styles outrank those of its parts. */
function closure(manifest: Manifest, keys: readonly string[]): ManifestChunk[] {
  const seen = new Set<string>()
  const visit = (key: string): ManifestChunk[] => {
    const chunk = manifest[key]
    if (chunk === undefined || seen.has(key)) return []
    seen.add(key)
    return [...(chunk.imports ?? []).flatMap(visit), chunk]
  }
  return keys.flatMap(visit)
}
