import cluster from 'node:cluster'
import { type Config, readConfig, shareCompiled } from './config.ts'

interface StartOptions {
  dev: boolean
}

/**
 * Reads the configuration and serves, in this process or, where `WORKERS` says so, in several. A wrong environment, and
 * whatever else keeps the site from starting, ends the process with one sentence.
 */
export async function start(options: StartOptions): Promise<void> {
  try {
    shareCompiled()
    await run(readConfig(), options)
  } catch (error) {
    console.error(`Lectern did not start: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  }
}

/** Each loads only what it needs. Sources are always served by one process. */
async function run(config: Config, { dev }: StartOptions): Promise<void> {
  if (config.WORKERS > 1 && cluster.isPrimary && !dev) {
    const { supervise } = await import('./workers/supervise.ts')
    return supervise(config)
  }
  const { serve } = await import('./serve.ts')
  await serve(config, { dev })
}
