import type { RequestMeta } from '#server/auth/audit.ts'
import type { ProviderClient } from './provider-client.ts'

/** Asks the provider for its addresses and keys, and says in words what came back. */
export async function testProvider(
  { config, test }: ProviderClient,
  { log }: RequestMeta,
): Promise<{ ok: boolean; message: string }> {
  const started = performance.now()
  try {
    await test()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    return { ok: true, message: `${config.label} answered in ${seconds} s.` }
  } catch (error) {
    log.warn({ err: error }, 'the test of the sign-in provider failed')
    return { ok: false, message: `${config.label} does not answer as it should: ${wordsOf(error)}` }
  }
}

/** The error's own words, with those of its cause. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return `${error.message}${cause}`.slice(0, 300)
}
