/** One entry of Vite's `.vite/manifest.json`. */
interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

export type Manifest = Record<string, ManifestChunk>

const ENTRY = 'index.html'

export interface ScreenLinks {
  /** The style sheets of the page, those of `index.html` first. */
  sheets: string[]
  /** Links to scripts, which all load after the first paint. */
  scripts: string
}

/** Finds the style sheets and scripts of a page's screens and their imports, without the scripts of `index.html`. */
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

/** Imports come first, so that a screen's own styles override those of its components. */
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
