/** One entry of Vite's `.vite/manifest.json`. */
interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

export type Manifest = Record<string, ManifestChunk>

const ENTRY = 'index.html'

export interface ScreenLinks {
  /** For the head: what is painted needs them. */
  styles: string
  /** For the template of scripts, which come to life after the first paint, all at once. */
  scripts: string
}

/** Links for the screens of a page and for everything they import that `index.html` does not already name. */
export function linksOf(manifest: Manifest): (chunks: readonly string[]) => ScreenLinks {
  const present = new Set(closure(manifest, [ENTRY]).flatMap(filesOf))
  const known = new Map<string, ScreenLinks>()
  return (chunks) => {
    const key = chunks.join()
    const links = known.get(key) ?? linksFor(closure(manifest, chunks), present)
    known.set(key, links)
    return links
  }
}

function linksFor(entries: readonly ManifestChunk[], present: ReadonlySet<string>): ScreenLinks {
  const fresh = (files: string[]) => [...new Set(files)].filter((file) => !present.has(file))
  const styles = fresh(entries.flatMap(({ css = [] }) => css))
  const scripts = fresh(entries.map(({ file }) => file))
  return {
    styles: styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join(''),
    scripts: scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join(''),
  }
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
