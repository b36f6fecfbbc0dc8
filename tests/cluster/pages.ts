const ASSET = /(?:src|href)="(\/assets\/[^"]+)"/g

export interface Loads {
  pages: number
  assets: Set<string>
  /** Failed pages and files, each with its status. */
  failed: string[]
}

/** Loads a page and its files repeatedly, as browsers do, until `stop` aborts. */
export async function loadUntil(site: string, path: string, stop: AbortSignal): Promise<Loads> {
  const loads: Loads = { pages: 0, assets: new Set(), failed: [] }
  const load = async (address: string): Promise<string> => {
    const answer = await fetch(`${site}${address}`).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    if (answer?.status !== 200 || text === undefined)
      loads.failed.push(`${address} ${answer?.status ?? 'not answered'}`)
    return text ?? ''
  }
  while (!stop.aborted) {
    const page = await load(path)
    loads.pages += 1
    const assets = [...page.matchAll(ASSET)].map(([, asset = '']) => asset)
    for (const asset of assets) loads.assets.add(asset)
    await Promise.all(assets.map(load))
  }
  return loads
}
