import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Options = Parameters<FastifyBaseLogger['child']>[1]

/**
 * The log of one request, made when something is written into it: most requests write nothing, and making one takes as
 * long as finding who asks.
 */
class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Bindings
  readonly #options: Options
  #made: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#parent = parent
    this.#bindings = bindings
    this.#options = options
  }
  get #log(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(this.#bindings, this.#options)
    return this.#made
  }
  get level() {
    return this.#parent.level
  }
  fatal(...said: unknown[]): void {
    Reflect.apply(this.#log.fatal, this.#log, said)
  }
  error(...said: unknown[]): void {
    Reflect.apply(this.#log.error, this.#log, said)
  }
  warn(...said: unknown[]): void {
    Reflect.apply(this.#log.warn, this.#log, said)
  }
  info(...said: unknown[]): void {
    Reflect.apply(this.#log.info, this.#log, said)
  }
  debug(...said: unknown[]): void {
    Reflect.apply(this.#log.debug, this.#log, said)
  }
  trace(...said: unknown[]): void {
    Reflect.apply(this.#log.trace, this.#log, said)
  }
  silent(): void {}
  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#log.child(bindings, options)
  }
}

export function logOfRequest(
  parent: FastifyBaseLogger,
  bindings: Bindings,
  options: Options,
): FastifyBaseLogger {
  return new RequestLog(parent, bindings, options)
}
