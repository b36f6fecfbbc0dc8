import type { FastifyLoggerOptions } from 'fastify'
import type { Config } from './config.ts'

/** Whatever is logged, by us or by a library at the finest level, these are not. */
const SECRETS = ['authorization', 'password', 'token'].flatMap((key) => [key, `*.${key}`, `*.headers.${key}`])

/** People at a terminal get readable lines, everything else one JSON object a line; secrets never. */
export function logOptions(level: Config['LOG_LEVEL'], forPeople: boolean) {
  const pretty = { target: 'pino-pretty', options: { ignore: 'pid,hostname', singleLine: true } }
  return {
    level,
    redact: SECRETS,
    ...(forPeople && { transport: pretty }),
  } satisfies FastifyLoggerOptions & {
    redact: string[]
  }
}
