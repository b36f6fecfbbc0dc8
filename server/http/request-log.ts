import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Options = Parameters<FastifyBaseLogger['child']>[1]

/**
 * The log of one request. It creates its child logger at the first entry: most requests log nothing, and creating one
 * takes as long as authentication.
 */
class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Bindings
  readonly #options: Options
  #child: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#parent = parent
    this.#bindings = bindings
    this.#options = options
  }
  get #log(): FastifyBaseLogger {
    this.#child ??= this.#parent.child(this.#bindings, this.#options)
    return this.#child
  }
  get level() {
    return this.#parent.level
  }
  fatal(...args: unknown[]): void {
    Reflect.apply(this.#log.fatal, this.#log, args)
  }
  error(...args: unknown[]): void {
    Reflect.apply(this.#log.error, this.#log, args)
  }
  warn(...args: unknown[]): void {
    Reflect.apply(this.#log.warn, this.#log, args)
  }
  info(...args: unknown[]): void {
    Reflect.apply(this.#log.info, this.#log, args)
  }
  debug(...args: unknown[]): void {
    Reflect.apply(this.#log.debug, this.#log, args)
  }
  trace(...args: unknown[]): void {
    Reflect.apply(this.#log.trace, this.#log, args)
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
