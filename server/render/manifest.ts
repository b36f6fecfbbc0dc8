/** One entry of Vite's `.vite/manifest.json`. */
interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

export type Manifest = Record<string, ManifestChunk>

const ENTRY = 'index.html'

/**
 * Links for the screens of a page, so that their styles are there before the first paint and their scripts are fetched
 * at once but after what is painted: everything they import that `index.html` does not already name.
 */
export function linksOf(manifest: Manifest): (chunks: readonly string[]) => string {
  const present = new Set(closure(manifest, [ENTRY]).flatMap(filesOf))
  const known = new Map<string, string>()
  return (chunks) => {
    const key = chunks.join()
    const links = known.get(key) ?? linksFor(closure(manifest, chunks), present)
    known.set(key, links)
    return links
  }
}

function linksFor(entries: readonly ManifestChunk[], present: ReadonlySet<string>): string {
  const fresh = (files: string[]) => [...new Set(files)].filter((file) => !present.has(file))
  const styles = fresh(entries.flatMap(({ css = [] }) => css))
  const scripts = fresh(entries.map(({ file }) => file))
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`),
  ].join('')
}

const filesOf = ({ file, css = [] }: ManifestChunk) => [file, ...css]

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
