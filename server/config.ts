import module from 'node:module'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import type { MailMode, VerifyEmail } from '#contract/account/auth-options.ts'
import { FIGURES } from '#contract/insight/figures.ts'
import { REVIEW_EDITS } from '#contract/review/review.ts'
import {
  REGISTRATION_POLICIES,
  SITE_ACCESSES,
  SITE_NAME_MAX,
  TEACHER_POLICIES,
} from '#contract/settings/setting-values.ts'
import { SECRET_KEY } from './auth/secret-key.ts'
import { isLoopback } from './http/loopback.ts'
import { WORKERS_MAX } from './workers/shared-counter.ts'

const flag = z.enum(['true', 'false'], 'must be true or false').transform((word) => word === 'true')
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const origin = httpUrl.transform((url) => new URL(url).origin)
const baseUrl = httpUrl
  .refine((url) => !/[?#@\s;,]/.test(url), 'must be an http(s) address')
  .transform((url) => new URL(url).href.replace(/\/+$/, ''))
const redisUrl = z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// address' })
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be an address like postgres://user:password@host/database',
})
const smtpUrl = z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
/** `hello@example.org` or `Lectern <hello@example.org>`. */
const sender = z
  .string()
  .trim()
  .regex(/^([^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an address, or Name <address>')
/** Only on this machine may a provider speak plain http. */
const issuer = z
  .url({ protocol: /^https?$/, error: 'must be an https address' })
  .refine((url) => url.startsWith('https:') || isLoopback(new URL(url).hostname), 'must be an https address')
const path = z.string().transform((name) => resolve(name))
const whole = (min: number, max: number, error = `must be a whole number from ${min} to ${max}`) =>
  z.coerce.number(error).int(error).min(min, error).max(max, error)
const commaList = z.string().transform((list) =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean),
)

/** An address, or a network with its prefix length. A length of 0 would trust every address. */
function isNetwork(cidr: string): boolean {
  const [address = '', bits, ...rest] = cidr.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

const network = z
  .string()
  .refine(isNetwork, 'must be addresses or networks like 10.0.0.0/8, separated by commas')

/** `auto` means one worker for each available processor. */
const workers = z
  .string()
  .transform((count) => (count === 'auto' ? availableParallelism() : Number(count)))
  .pipe(
    z
      .number('must be a number or auto')
      .int('must be a whole number or auto')
      .min(1, 'must be at least 1')
      .max(WORKERS_MAX, `must be at most ${WORKERS_MAX}`),
  )

const Environment = z.object({
  PORT: whole(0, 65_535, 'must be a port').default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: path.default(resolve('data')),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_CA: path.optional(),
  DATABASE_CONNECTIONS: whole(2, 1000).default(10),
  DATABASE_TIMEOUT_MS: whole(100, 60_000).default(1800),
  PUBLIC_URL: origin.optional(),
  SITE_NAME: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(SITE_NAME_MAX, `must be at most ${SITE_NAME_MAX} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line')
    .optional(),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must be at least 8 characters').optional(),
  DEMO_CONTENT: flag.optional(),
  CORS_ORIGINS: commaList.pipe(z.array(origin)).default([]),
  TRUST_PROXY: commaList.pipe(z.array(network)).default([]),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'must be trace, debug, info, warn, error or silent',
    )
    .default('info'),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  WORKERS: workers.default(1),
  RATE_LIMIT_SCALE: z.coerce.number('must be a number').positive('must be greater than 0').default(1),
  REDIS_URL: redisUrl.optional(),
  REDIS_CA: path.optional(),
  S3_ENDPOINT: baseUrl.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  MEDIA_URL: baseUrl.optional(),
  OUTSIDE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  OUTSIDE_STAND_IN: origin.optional(),
  YOUTUBE_API_KEY: z
    .string()
    .regex(/^[\w-]{20,100}$/, 'must be a key of the YouTube Data API')
    .optional(),
  ADMIN_SECOND_STEP: z.enum(['off', 'required'], 'must be off or required').default('off'),
  SELF_REVIEW: z
    .enum(['only-admin', 'always', 'never'], 'must be only-admin, always or never')
    .default('only-admin'),
  REPORTS_TO_HIDE: whole(0, 100).default(3),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_LABEL: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(40, 'must be at most 40 characters')
    .default('Single sign-on'),
  OIDC_SCOPES: z
    .string()
    .trim()
    .refine((scopes) => scopes.split(/\s+/).includes('openid'), 'must contain openid')
    .default('openid email profile'),
  OIDC_CLAIM: z.string().trim().default('groups'),
  PASSWORD_LOGIN: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
  MAIL_OUTBOX: flag.optional(),
  VERIFY_EMAIL: z.enum(['off', 'remind', 'required'], 'must be off, remind or required').optional(),
  SECRET_KEY: z.string().regex(SECRET_KEY, 'must be 64 hexadecimal digits').toLowerCase().optional(),
  PATH: z.string().default(''),
  FFMPEG_PATH: path.optional(),
  UPLOAD_QUOTA_GB: whole(0, 100_000).optional(),
  UPLOAD_NODE: z
    .string()
    .regex(/^[a-z0-9]{1,20}$/, 'must be 1 to 20 lower-case letters and digits')
    .default(''),
  KEEP_ORIGINALS: flag.default(false),
  TRANSCODE_JOBS: whole(1, 64).default(1),
  TRANSCRIBE_COMMAND: z
    .string()
    .transform((line) => line.trim().split(/\s+/))
    .optional(),
  REVIEW_EDITS: z.enum(REVIEW_EDITS, 'must be video, all or none').optional(),
  REGISTRATION: z.enum(REGISTRATION_POLICIES, 'must be open, domain, invitation or closed').optional(),
  TEACHERS: z.enum(TEACHER_POLICIES, 'must be open, request or invitation').optional(),
  SITE_ACCESS: z.enum(SITE_ACCESSES, 'must be open or members').optional(),
  FIGURES: z.enum(FIGURES, 'must be placeholders or real').optional(),
})

export type Config = z.infer<typeof Environment>

/**
 * The only reader of the environment. Empty variables count as not set.
 * Throws an Error with one sentence that names the variable and what it must be.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(variables)
  if (!parsed.success) {
    const [first] = parsed.error.issues
    throw new Error(`${first?.path[0]?.toString() ?? 'The environment'} ${first?.message ?? 'is wrong'}.`)
  }
  rejectMissingPartners(parsed.data)
  return parsed.data
}

/** Throws if a setting that another one needs is missing. */
function rejectMissingPartners(config: Config): void {
  if ((config.ADMIN_EMAIL === undefined) !== (config.ADMIN_PASSWORD === undefined)) {
    throw new Error('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.')
  }
  if (config.REDIS_CA !== undefined && config.REDIS_URL?.startsWith('rediss:') !== true) {
    throw new Error('REDIS_CA needs a rediss:// address in REDIS_URL.')
  }
  const bucket = [config.S3_ENDPOINT, config.S3_BUCKET, config.S3_ACCESS_KEY_ID, config.S3_SECRET_ACCESS_KEY]
  if (bucket.includes(undefined) && bucket.some((setting) => setting !== undefined)) {
    throw new Error('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.')
  }
  const provider = [config.OIDC_ISSUER, config.OIDC_CLIENT_ID, config.OIDC_CLIENT_SECRET]
  if (provider.includes(undefined) && provider.some((setting) => setting !== undefined)) {
    throw new Error('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.')
  }
  if (config.PASSWORD_LOGIN === 'off' && config.OIDC_ISSUER === undefined) {
    throw new Error('PASSWORD_LOGIN=off needs a sign-in provider: set OIDC_ISSUER.')
  }
  rejectMissingMail(config)
}

function rejectMissingMail(config: Config): void {
  if (config.SMTP_URL !== undefined && config.MAIL_FROM === undefined) {
    throw new Error('MAIL_FROM must be set with SMTP_URL: the address that mails come from.')
  }
  const needsMail = {
    'VERIFY_EMAIL=required': config.VERIFY_EMAIL === 'required',
    'REGISTRATION=domain': config.REGISTRATION === 'domain',
  }
  const [missing] = Object.entries(needsMail).filter(([, isSet]) => isSet)
  if (missing && mailModeOf(config) === 'none')
    throw new Error(`${missing[0]} needs SMTP_URL or MAIL_OUTBOX=true.`)
}

/** VERIFY_EMAIL or its default; always `off` on a site that sends no mail. */
export function verifyEmailOf(config: Config): VerifyEmail {
  if (mailModeOf(config) === 'none') return 'off'
  return config.VERIFY_EMAIL ?? (config.SMTP_URL === undefined ? 'off' : 'remind')
}

/** The origin of links outside of pages, such as those in mails. */
export function originOf({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`
}

export function mailModeOf({ SMTP_URL, MAIL_OUTBOX }: Pick<Config, 'SMTP_URL' | 'MAIL_OUTBOX'>): MailMode {
  if (SMTP_URL !== undefined) return 'smtp'
  return MAIL_OUTBOX === true ? 'outbox' : 'none'
}

const WorkerConfig = z.object({ number: z.number(), prepares: z.boolean() })

type WorkerConfig = z.infer<typeof WorkerConfig>

/** Tells a worker its number, and whether it prepares the database. */
export function environmentOfWorker(worker: WorkerConfig): NodeJS.ProcessEnv {
  return { LECTERN_WORKER: JSON.stringify(worker) }
}

/** Reads what `environmentOfWorker` passed to this worker. */
export function workerConfig(): WorkerConfig {
  return WorkerConfig.parse(JSON.parse(process.env.LECTERN_WORKER ?? ''))
}

/** Shares this process's compile cache with threads and workers. Without it, each loads a type stripper of 16 MiB. */
export function shareCompiled(): void {
  const folder = module.getCompileCacheDir()
  if (folder !== undefined) process.env.NODE_COMPILE_CACHE ??= dirname(folder)
}
