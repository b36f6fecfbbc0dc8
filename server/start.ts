import cluster from 'node:cluster'
import { type Config, readConfig, shareCompiled } from './config.ts'

interface StartOptions {
  dev: boolean
}

/**
 * Reads the configuration and serves, in this process or in several (`WORKERS`). When the site cannot start, for example
 * because of a wrong setting, the process prints one sentence and ends.
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

/** Loads only the modules that this process needs. Development always uses one process. */
async function run(config: Config, { dev }: StartOptions): Promise<void> {
  if (config.WORKERS > 1 && cluster.isPrimary && !dev) {
    const { supervise } = await import('./workers/supervise.ts')
    return supervise(config)
  }
  const { serve } = await import('./serve.ts')
  await serve({ ...config, MAIL_OUTBOX: config.MAIL_OUTBOX ?? dev }, { dev })
}
