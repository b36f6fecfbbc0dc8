import cluster, { type Address, type Worker } from 'node:cluster'
import type { Config } from '#server/config.ts'
import { printReady } from '#server/print-ready.ts'
import { type Exchange, openExchange } from './exchange.ts'
import { createPauses } from './pauses.ts'
import { createTallyFile } from './write-counter.ts'

/** A little longer than a worker gives those who take too long. */
const ENDING_MS = 9500

interface Ended {
  code: number
  signal: string
}

/**
 * Starts as many workers as `WORKERS` says and opens no database itself. The first one prepares the database, and whoever
 * has its number sweeps. One that dies is replaced; when one dies at the start of the site, or none can be brought back,
 * everything ends with 1. SIGINT and SIGTERM go to all workers; when the last has finished, all ends with 0.
 */
export function supervise(config: Config): void {
  const tally = createTallyFile()
  cluster.setupPrimary({ stdio: ['inherit', 'inherit', 'inherit', 'ipc', tally] })
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
  /** Since all workers served for the first time. */
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
      // Where the system chooses the port, it chooses anew when no worker was left to hold it.
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
