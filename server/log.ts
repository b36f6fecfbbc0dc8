import type { FastifyLoggerOptions } from 'fastify'
import { SETTING_DEFAULTS } from '#contract/settings/setting-table.ts'
import type { Config } from './config.ts'
import { pathOf } from './http/link-key.ts'

/** The log never contains these values, not even when a library logs at the finest level. */
const SECRETS = ['authorization', 'password', 'token'].flatMap((key) => [key, `*.${key}`, `*.headers.${key}`])

/** A terminal gets readable lines; everything else gets one JSON object a line. Secrets are removed from both, as are the queries of addresses. */
export function logOptions(level: Config['LOG_LEVEL'], isTerminal: boolean) {
  const pretty = { target: 'pino-pretty', options: { ignore: 'pid,hostname', singleLine: true } }
  return {
    level,
    redact: SECRETS,
    serializers: { req: ({ method, url }) => ({ method, url: pathOf(url ?? '') }) },
    ...(isTerminal && { transport: pretty }),
  } satisfies FastifyLoggerOptions & {
    redact: string[]
  }
}

export function printReady(
  { SITE_NAME = SETTING_DEFAULTS.siteName, PUBLIC_URL }: Config,
  address: string,
): void {
  console.info(`[site] ${SITE_NAME} is ready at ${PUBLIC_URL ?? address.replace('127.0.0.1', 'localhost')}`)
}
