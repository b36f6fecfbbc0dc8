import cluster, { type Address, type Worker } from 'node:cluster'
import type { Config } from '#server/config.ts'
import { printReady } from '#server/log.ts'
import { type Exchange, openExchange } from './exchange.ts'
import { createPauses } from './pauses.ts'
import { createCounterFile } from './write-counter.ts'

/** A little longer than a worker waits for its open requests. */
const ENDING_MS = 9500

interface Ended {
  code: number
  signal: string
}

/**
 * Starts `WORKERS` workers and opens no database itself. Worker 0 prepares the database and runs the cleanup jobs. A
 * worker that dies is replaced. If one dies while the site starts, or none can be replaced, the site exits with 1. SIGINT
 * and SIGTERM go to all workers; the site exits with 0 once the last has finished.
 */
export function supervise(config: Config): void {
  const counterFile = createCounterFile()
  cluster.setupPrimary({ stdio: ['inherit', 'inherit', 'inherit', 'ipc', counterFile] })
  const site = createSite({ config, exchange: openExchange() })
  cluster.on('listening', site.listening)
  cluster.on('exit', (worker, code: number, signal: string) => site.ended(worker, { code, signal }))
  process.once('SIGINT', () => site.stop('SIGINT')).once('SIGTERM', () => site.stop('SIGTERM'))
  for (let number = 0; number < config.WORKERS; number += 1) site.start(number)
}

interface SiteOptions {
  config: Config
  exchange: Exchange
}

function createSite({ config, exchange }: SiteOptions) {
  const numbers = new Map<Worker, number>()
  const serving = new Set<Worker>()
  const pauses = createPauses()
  /** Set once all workers listen. */
  let port: number | undefined
  let exitCode: number | undefined

  const start = (number: number) => {
    const worker = cluster.fork()
    numbers.set(worker, number)
    exchange.expect(worker, number)
  }
  const exitWhenAlone = () => {
    if (numbers.size === 0) process.exit(exitCode)
  }
  const end = (code: number) => {
    exitCode ??= code
    pauses.cancel()
    for (const { process: worker } of numbers.keys()) worker.kill('SIGTERM')
    setTimeout(() => {
      exitCode = 1
      for (const { process: worker } of numbers.keys()) worker.kill('SIGKILL')
    }, ENDING_MS).unref()
    exitWhenAlone()
  }
  const replace = (number: number, how: string) => {
    const pause = pauses.next(number)
    if (serving.size === 0 && pause.isLong) {
      console.error(`[stop] no worker can be started any more: ${how}`)
      end(1)
      return
    }
    console.error(`[workers] ${how}: another one starts in ${pause.milliseconds} ms`)
    pause.after(() => start(number))
  }

  return {
    start,
    stop(signal: string): void {
      console.info(`[stop] ${signal}: finishing what is running`)
      end(0)
    },
    listening(worker: Worker, address: Address): void {
      serving.add(worker)
      pauses.served(numbers.get(worker) ?? 0)
      // If the system chooses the port, it chooses another one after a time without workers.
      if (port === address.port || serving.size < (port === undefined ? config.WORKERS : 1)) return
      port = address.port
      printReady(config, `http://${address.address ?? config.HOST}:${port}`)
    },
    ended(worker: Worker, { code, signal }: Ended): void {
      const number = numbers.get(worker) ?? 0
      numbers.delete(worker)
      serving.delete(worker)
      const how = `worker ${number} (process ${worker.process.pid}) ended with ${signal || code}`
      if (exitCode !== undefined) exitWhenAlone()
      else if (port !== undefined) replace(number, how)
      else {
        console.error(`Lectern did not start: ${how}.`)
        end(1)
      }
    },
  }
}
