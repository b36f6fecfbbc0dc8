const FILE = /^([\w-]{1,64})\.svg$/
/** A category's title: letters of any script, as categories may have. */
const CATEGORY = /^[\p{L}\p{M}\p{N} &+\-.]{1,64}$/u
const PORTRAITS = 'portrait'
const KEPT = 500

interface Artists {
  cover: (seed: string, category: string) => string
  portrait: (seed: string) => string
}

/** The drawings of `/art/<category>/<file>`; the newest are kept. */
export function createDrawings({ cover, portrait }: Artists) {
  const kept = new Map<string, string>()
  const keep = (key: string, svg: string) => {
    kept.delete(key)
    kept.set(key, svg)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    return svg
  }
  return {
    /** One that is kept. */
    find(category: string, file: string): string | undefined {
      const key = `${category}/${file}`
      const svg = kept.get(key)
      return svg === undefined ? undefined : keep(key, svg)
    },
    /** `undefined` for a name that nobody of ours asks for. */
    draw(category: string, file: string): string | undefined {
      const seed = FILE.exec(file)?.[1]
      if (seed === undefined || !CATEGORY.test(category)) return undefined
      return keep(`${category}/${file}`, category === PORTRAITS ? portrait(seed) : cover(seed, category))
    },
  }
}
