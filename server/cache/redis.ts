import { readFileSync } from 'node:fs'
import { type Command, Redis, type RedisOptions } from 'ioredis'
import { type Circuit, createCircuit } from './redis-circuit.ts'
import { READ_MS } from './redis-names.ts'

/** Nobody waits longer for what Redis only makes better. */
const COMMAND_MS = 150
const READ_GRACE_MS = 500
const LONGEST_PAUSE_MS = 1000

export interface RedisLink {
  /** Commands fail within 150 ms, and at once while Redis is away. */
  client: Redis
  /** False while Redis does not answer. */
  readonly isUp: boolean
  /** A connection of its own, whose commands may block for `READ_MS`. */
  openReader(): Redis
  close(): Promise<void>
}

interface LinkParts {
  /** REDIS_URL: redis:// or rediss://. */
  url: string
  /** File of the certificates that may speak for it; without it those that Node trusts. */
  ca?: string | undefined
  log: { warn: (details: object, message: string) => void; info: (message: string) => void }
}

const OPTIONS = {
  // What is sent while Redis is away must fail now, not succeed later.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 2000,
  socketTimeout: 5000,
  retryStrategy: (times) => Math.min(times * 100, LONGEST_PAUSE_MS) + Math.random() * 100,
  protocol: 2,
} satisfies RedisOptions

/** Lets no command through while the circuit is open, whoever sends it; only probes and greetings pass. */
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

/** Redis asks for the script's text, which is sent next. */
function isScriptUnknown(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT')
}

/** With rediss:// the certificate and the name in it are checked; what does not pass is a Redis that is away. */
function optionsOf({ url, ca }: Pick<LinkParts, 'url' | 'ca'>) {
  const tls = ca === undefined ? {} : { ca: readFileSync(ca, 'utf8') }
  return { ...OPTIONS, ...(new URL(url).protocol === 'rediss:' && { tls }) }
}

/** Connects in the background, again and again; the site runs whether Redis is there or not. */
export function openRedis({ url, ca, log }: LinkParts): RedisLink {
  const options = optionsOf({ url, ca })
  const client = new GuardedRedis(url, { ...options, commandTimeout: COMMAND_MS })
  const circuit = createCircuit({
    probe: () => client.ping(),
    turned: (isOpen) => {
      if (isOpen) log.warn({ err: lastError }, 'Redis is away: limits are counted here alone')
      else log.info('Redis is back')
    },
  })
  client.circuit = circuit
  let lastError: Error | undefined
  const remember = (error: Error) => {
    lastError = error
  }
  // Connections that fail count as commands do: who never reached it is told so before anybody asks for something.
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
