import { readFileSync } from 'node:fs'
import { type Command, Redis, type RedisOptions } from 'ioredis'
import { READ_MS } from './redis-streams.ts'

/** The site works without Redis, so no request waits longer for it. */
const COMMAND_MS = 150
const READ_GRACE_MS = 500
const LONGEST_PAUSE_MS = 1000

export interface RedisLink {
  /** Commands fail within 150 ms, and at once while Redis is away. */
  client: Redis
  readonly isUp: boolean
  /** Opens a separate connection, whose commands may block for `READ_MS`. */
  openReader(): Redis
  close(): Promise<void>
}

interface RedisLinkOptions {
  url: string
  ca?: string | undefined
  log: { warn: (details: object, message: string) => void; info: (message: string) => void }
}

const OPTIONS = {
  // A command sent while Redis is unavailable must fail now, not succeed later.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 2000,
  socketTimeout: 5000,
  retryStrategy: (times) => Math.min(times * 100, LONGEST_PAUSE_MS) + Math.random() * 100,
  protocol: 2,
} satisfies RedisOptions

/** Rejects commands while the circuit is open, except probes and the handshake. */
class GuardedRedis extends Redis {
  circuit: Circuit | undefined

  override sendCommand(command: Command, ...rest: Tail<Parameters<Redis['sendCommand']>>): unknown {
    const { circuit } = this
    if (!circuit || this.status === 'connect' || command.name === 'ping') {
      return super.sendCommand(command, ...rest)
    }
    if (circuit.isOpen) {
      command.reject(new Error('Redis is away'))
      return command.promise
    }
    command.promise.then(circuit.succeeded, (error: unknown) => {
      if (!isScriptUnknown(error)) circuit.failed()
    })
    return super.sendCommand(command, ...rest)
  }
}

type Tail<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never

/** Redis does not have the script yet, so ioredis sends its text next. */
function isScriptUnknown(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT')
}

/** With rediss:// the certificate and its name are checked. A server that fails the check counts as unavailable. */
function optionsOf({ url, ca }: Pick<RedisLinkOptions, 'url' | 'ca'>) {
  const tls = ca === undefined ? {} : { ca: readFileSync(ca, 'utf8') }
  return { ...OPTIONS, ...(new URL(url).protocol === 'rediss:' && { tls }) }
}

/** Connects in the background and reconnects without end. The site also runs without Redis. */
export function openRedis({ url, ca, log }: RedisLinkOptions): RedisLink {
  const options = optionsOf({ url, ca })
  const client = new GuardedRedis(url, { ...options, commandTimeout: COMMAND_MS })
  const circuit = createCircuit({
    probe: () => client.ping(),
    onChange: (isOpen) => {
      if (isOpen) log.warn({ err: lastError }, 'Redis is away: limits are counted here alone')
      else log.info('Redis is back')
    },
  })
  client.circuit = circuit
  let lastError: Error | undefined
  const remember = (error: Error) => {
    lastError = error
  }
  // Failed connections count too, so that the log reports a Redis that was never reachable.
  client.on('error', remember).on('error', circuit.failed).on('ready', circuit.succeeded)
  return {
    client,
    get isUp() {
      return client.status === 'ready' && !circuit.isOpen
    },
    openReader: () =>
      new Redis(url, { ...options, commandTimeout: READ_MS + READ_GRACE_MS }).on('error', remember),
    async close() {
      circuit.stop()
      client.circuit = undefined
      await client.quit().catch(() => undefined)
      client.disconnect()
    },
  }
}

const FAILURES_TO_OPEN = 5
const PROBE_EVERY_MS = 2000

export interface Circuit {
  /** While it is open, commands fail at once instead of waiting. */
  readonly isOpen: boolean
  failed(): void
  succeeded(): void
  stop(): void
}

interface CircuitOptions {
  /** Checks whether Redis answers. It runs every two seconds while the circuit is open, so that no request has to try. */
  probe: () => Promise<unknown>
  onChange: (isOpen: boolean) => void
}

/** Opens after five failed commands or connections in a row. Closes when a probe or a new connection succeeds. */
export function createCircuit({ probe, onChange }: CircuitOptions): Circuit {
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  const close = () => {
    failures = 0
    if (!timer) return
    clearInterval(timer)
    timer = undefined
    onChange(false)
  }
  const open = () => {
    timer = setInterval(() => {
      probe().then(close, () => undefined)
    }, PROBE_EVERY_MS)
    timer.unref()
    onChange(true)
  }
  return {
    get isOpen() {
      return timer !== undefined
    },
    failed() {
      failures += 1
      if (failures >= FAILURES_TO_OPEN && !timer) open()
    },
    succeeded: close,
    stop() {
      clearInterval(timer)
    },
  }
}
