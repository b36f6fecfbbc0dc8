const FILE = /^([\w-]{1,64})\.svg$/
/** A category's title: letters of any script, as categories may have. */
const CATEGORY = /^[\p{L}\p{M}\p{N} &+\-.]{1,64}$/u
const PORTRAITS = 'portrait'
const CACHED_MAX = 500

interface Artists {
  cover: (seed: string, category: string) => string
  portrait: (seed: string) => string
}

/** The drawings of `/art/<category>/<file>`; the newest are kept. */
export function createDrawings({ cover, portrait }: Artists) {
  const cached = new Map<string, string>()
  const cache = (key: string, svg: string) => {
    cached.delete(key)
    cached.set(key, svg)
    const [oldest] = cached.keys()
    if (cached.size > CACHED_MAX && oldest !== undefined) cached.delete(oldest)
    return svg
  }
  return {
    /** One that is kept. */
    find(category: string, file: string): string | undefined {
      const key = `${category}/${file}`
      const svg = cached.get(key)
      return svg === undefined ? undefined : cache(key, svg)
    },
    /** `undefined` for a name that our pages never request. */
    draw(category: string, file: string): string | undefined {
      const seed = FILE.exec(file)?.[1]
      if (seed === undefined || !CATEGORY.test(category)) return undefined
      return cache(`${category}/${file}`, category === PORTRAITS ? portrait(seed) : cover(seed, category))
    },
  }
}
