import { Histogram, type Registry } from 'prom-client'

const NAME = 'http_request_duration_seconds'
const HELP = 'Time from the request to the end of its answer.'
/** Upper ends, in seconds; the last of them is followed by what took longer. */
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

type Label = 'method' | 'route'

/** What one method of one route took. */
interface Series {
  labels: Record<Label, string>
  /** How many were within each bound and above the one before; in the end those beyond all. */
  within: number[]
  sum: number
}

/**
 * `http_request_duration_seconds`, as prom-client would keep it. Its own histogram makes a text of the labels at every
 * request, a twentieth of what an answer from memory costs; here they are found by the text that the route has already.
 */
export class Durations extends Histogram<Label> {
  readonly #byRoute = new Map<string, Map<string, Series>>()

  constructor(registry: Registry) {
    super({
      name: NAME,
      help: HELP,
      labelNames: ['method', 'route'],
      buckets: BOUNDS,
      registers: [registry],
    })
  }

  add(method: string, route: string, seconds: number): void {
    const series = this.#byRoute.get(route)?.get(method) ?? this.#begin(method, route)
    let at = 0
    while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? 0)) at += 1
    series.within[at] = (series.within[at] ?? 0) + 1
    series.sum += seconds
  }

  /** What prom-client reads, for its text and for other workers. */
  async getForPromString() {
    const all = [...this.#byRoute.values()].flatMap((methods) => [...methods.values()])
    return { name: NAME, help: HELP, type: 'histogram', aggregator: 'sum', values: all.flatMap(figuresOf) }
  }

  #begin(method: string, route: string): Series {
    const series = { labels: { method, route }, within: [...BOUNDS.map(() => 0), 0], sum: 0 }
    const methods = this.#byRoute.get(route) ?? new Map<string, Series>()
    this.#byRoute.set(route, methods.set(method, series))
    return series
  }
}

/** Each bucket holds those before it too. */
function figuresOf({ labels: sharedLabels, within, sum }: Series) {
  let count = 0
  const buckets = within.map((more, at) => {
    count += more
    return { labels: { le: BOUNDS[at] ?? '+Inf' }, sharedLabels, value: count, metricName: `${NAME}_bucket` }
  })
  return [
    ...buckets,
    { labels: {}, sharedLabels, value: sum, metricName: `${NAME}_sum` },
    { labels: {}, sharedLabels, value: count, metricName: `${NAME}_count` },
  ]
}
