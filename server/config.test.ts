import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { mailModeOf, readConfig, verifyEmailOf } from './config.ts'

test('without any variable the site is reachable from this machine only', () => {
  expect(readConfig({})).toEqual({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: resolve('data'),
    DATABASE_CONNECTIONS: 10,
    DATABASE_TIMEOUT_MS: 1800,
    ADMIN_SECOND_STEP: 'off',
    CORS_ORIGINS: [],
    TRUST_PROXY: [],
    LOG_LEVEL: 'info',
    RATE_LIMIT_SCALE: 1,
    WORKERS: 1,
    S3_REGION: 'us-east-1',
    OIDC_LABEL: 'Single sign-on',
    OIDC_SCOPES: 'openid email profile',
    OIDC_CLAIM: 'groups',
    PASSWORD_LOGIN: 'on',
    OUTSIDE: 'on',
    PATH: '',
    UPLOAD_NODE: '',
    KEEP_ORIGINALS: false,
    TRANSCODE_JOBS: 1,
    SELF_REVIEW: 'only-admin',
    REPORTS_TO_HIDE: 3,
  })
})

test('variables are parsed to their types, and an empty one counts as unset', () => {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: 'somewhere/../else',
    PUBLIC_URL: 'https://School.example/ignored?path',
    SITE_NAME: ' Evening school ',
    ADMIN_EMAIL: 'root@school.example',
    ADMIN_PASSWORD: 'correct horse',
    DEMO_CONTENT: 'true',
    CORS_ORIGINS: 'https://a.example, ,http://b.example:8080/',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    LOG_LEVEL: '',
    RATE_LIMIT_SCALE: '0.5',
    WORKERS: '4',
    METRICS_TOKEN: '0123456789abcdef',
    REDIS_URL: 'rediss://lectern:secret@redis.example:6380/2',
    REDIS_CA: 'redis-ca.pem',
    S3_ENDPOINT: 'https://S3.example/',
    S3_BUCKET: 'pictures',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    MEDIA_URL: 'https://CDN.example/pictures/',
    OIDC_LABEL: 'Single sign-on',
    OIDC_SCOPES: 'openid email profile',
    OIDC_CLAIM: 'groups',
    PASSWORD_LOGIN: 'on',
    OUTSIDE: 'off',
    SELF_REVIEW: 'never',
    REPORTS_TO_HIDE: '5',
    REVIEW_EDITS: 'all',
    TRANSCRIBE_COMMAND: ' /opt/speech/captions.sh  --fast',
    DATABASE_URL: 'postgres://lectern:secret@db.example/lectern?sslmode=verify-full',
    DATABASE_CA: 'ca.pem',
    DATABASE_CONNECTIONS: '40',
    UNKNOWN: 'ignored',
  })
  expect(config).toEqual({
    PATH: '',
    UPLOAD_NODE: '',
    KEEP_ORIGINALS: false,
    TRANSCODE_JOBS: 1,
    TRANSCRIBE_COMMAND: ['/opt/speech/captions.sh', '--fast'],
    PORT: 0,
    HOST: '127.0.0.1',
    DATA_DIR: resolve('else'),
    DATABASE_URL: 'postgres://lectern:secret@db.example/lectern?sslmode=verify-full',
    DATABASE_CA: resolve('ca.pem'),
    DATABASE_CONNECTIONS: 40,
    DATABASE_TIMEOUT_MS: 1800,
    PUBLIC_URL: 'https://school.example',
    SITE_NAME: 'Evening school',
    ADMIN_EMAIL: 'root@school.example',
    ADMIN_PASSWORD: 'correct horse',
    DEMO_CONTENT: true,
    ADMIN_SECOND_STEP: 'off',
    CORS_ORIGINS: ['https://a.example', 'http://b.example:8080'],
    TRUST_PROXY: ['10.0.0.0/8', '::1'],
    LOG_LEVEL: 'info',
    RATE_LIMIT_SCALE: 0.5,
    WORKERS: 4,
    METRICS_TOKEN: '0123456789abcdef',
    REDIS_URL: 'rediss://lectern:secret@redis.example:6380/2',
    REDIS_CA: resolve('redis-ca.pem'),
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'pictures',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    MEDIA_URL: 'https://cdn.example/pictures',
    OIDC_LABEL: 'Single sign-on',
    OIDC_SCOPES: 'openid email profile',
    OIDC_CLAIM: 'groups',
    PASSWORD_LOGIN: 'on',
    OUTSIDE: 'off',
    SELF_REVIEW: 'never',
    REPORTS_TO_HIDE: 5,
    REVIEW_EDITS: 'all',
  })
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a port.'],
  [{ REGISTRATION: 'nobody' }, 'REGISTRATION must be open, domain, invitation or closed.'],
  [{ REGISTRATION: 'domain' }, 'REGISTRATION=domain needs SMTP_URL or MAIL_OUTBOX=true.'],
  [{ TEACHERS: 'all' }, 'TEACHERS must be open, request or invitation.'],
  [{ SITE_ACCESS: 'closed' }, 'SITE_ACCESS must be open or members.'],
  [{ PORT: '65536' }, 'PORT must be a port.'],
  [{ PORT: '1.5' }, 'PORT must be a port.'],
  [{ PUBLIC_URL: 'school.example' }, 'PUBLIC_URL must be an http(s) address.'],
  [{ PUBLIC_URL: 'ftp://school.example' }, 'PUBLIC_URL must be an http(s) address.'],
  [{ SITE_NAME: '  ' }, 'SITE_NAME must not be empty.'],
  [{ SITE_NAME: 'a'.repeat(61) }, 'SITE_NAME must be at most 60 characters.'],
  [{ SITE_NAME: 'a\nb' }, 'SITE_NAME must be one line.'],
  [{ ADMIN_EMAIL: 'root', ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL must be an email address.'],
  [
    { ADMIN_EMAIL: 'root@school.example', ADMIN_PASSWORD: 'short' },
    'ADMIN_PASSWORD must be at least 8 characters.',
  ],
  [{ ADMIN_EMAIL: 'root@school.example' }, 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.'],
  [
    { OIDC_ISSUER: 'https://id.school.example' },
    'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.',
  ],
  [{ OIDC_ISSUER: 'http://id.school.example' }, 'OIDC_ISSUER must be an https address.'],
  [{ OIDC_SCOPES: 'email' }, 'OIDC_SCOPES must contain openid.'],
  [{ PASSWORD_LOGIN: 'off' }, 'PASSWORD_LOGIN=off needs a sign-in provider: set OIDC_ISSUER.'],
  [{ ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.'],
  [{ DEMO_CONTENT: 'yes' }, 'DEMO_CONTENT must be true or false.'],
  [{ CORS_ORIGINS: '*' }, 'CORS_ORIGINS must be an http(s) address.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be trace, debug, info, warn, error or silent.'],
  [{ RATE_LIMIT_SCALE: '0' }, 'RATE_LIMIT_SCALE must be greater than 0.'],
  [{ RATE_LIMIT_SCALE: 'fast' }, 'RATE_LIMIT_SCALE must be a number.'],
  [{ WORKERS: 'many' }, 'WORKERS must be a number or auto.'],
  [{ WORKERS: '0' }, 'WORKERS must be at least 1.'],
  [{ WORKERS: '65' }, 'WORKERS must be at most 64.'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be at least 16 characters.'],
  [
    { REDIS_URL: 'redis://redis.example', REDIS_CA: 'ca.pem' },
    'REDIS_CA needs a rediss:// address in REDIS_URL.',
  ],
  [{ REDIS_URL: 'http://redis.example' }, 'REDIS_URL must be a redis:// or rediss:// address.'],
  [{ S3_ENDPOINT: 's3.example' }, 'S3_ENDPOINT must be an http(s) address.'],
  [
    { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'pictures' },
    'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.',
  ],
  [{ YOUTUBE_API_KEY: 'a key' }, 'YOUTUBE_API_KEY must be a key of the YouTube Data API.'],
  [{ OUTSIDE: 'no' }, 'OUTSIDE must be on or off.'],
  [{ SELF_REVIEW: 'yes' }, 'SELF_REVIEW must be only-admin, always or never.'],
  [{ REPORTS_TO_HIDE: '-1' }, 'REPORTS_TO_HIDE must be a whole number from 0 to 100.'],
  [{ REVIEW_EDITS: 'some' }, 'REVIEW_EDITS must be video, all or none.'],
  [{ MEDIA_URL: 'https://cdn.example/?size=1' }, 'MEDIA_URL must be an http(s) address.'],
  [{ MEDIA_URL: 'https://cdn.example; script-src *' }, 'MEDIA_URL must be an http(s) address.'],
])('%o ends the start with one sentence', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(new Error(sentence))
})

test.each([
  'true',
  '10.0.0',
  '10.0.0.0/8/8',
  '10.0.0.0/33',
  '::1/129',
  '10.0.0.0/0',
  '10.0.0.0/',
  'loopback',
])('TRUST_PROXY %s is no network', (given) => {
  expect(() => readConfig({ TRUST_PROXY: given })).toThrow(
    new Error('TRUST_PROXY must be addresses or networks like 10.0.0.0/8, separated by commas.'),
  )
})

test('as many workers as processors may be asked for', () => {
  expect(readConfig({ WORKERS: 'auto' }).WORKERS).toBe(availableParallelism())
})

test('a secret that is wrong is not repeated', () => {
  expect(() => readConfig({ METRICS_TOKEN: 'hunter2' })).not.toThrow(/hunter2/)
})

const SMTP = {
  SMTP_URL: 'smtps://lectern:secret@mail.example:465',
  MAIL_FROM: 'Lectern <hello@mail.example>',
}

test.each([
  [{}, 'none', 'off'],
  [{ MAIL_OUTBOX: 'true' }, 'outbox', 'off'],
  [{ MAIL_OUTBOX: 'true', VERIFY_EMAIL: 'required' }, 'outbox', 'required'],
  [SMTP, 'smtp', 'remind'],
  [{ ...SMTP, MAIL_OUTBOX: 'true', VERIFY_EMAIL: 'off' }, 'smtp', 'off'],
  [{ VERIFY_EMAIL: 'remind' }, 'none', 'off'],
] as const)('how %o sends mail and asks for addresses', (environment, mode, verifyEmail) => {
  const config = readConfig(environment)
  expect([mailModeOf(config), verifyEmailOf(config)]).toEqual([mode, verifyEmail])
})

test.each([
  [{ SMTP_URL: 'https://mail.example' }, 'SMTP_URL must be an smtp:// or smtps:// address.'],
  [{ SMTP_URL: SMTP.SMTP_URL }, 'MAIL_FROM must be set with SMTP_URL: the address that mails come from.'],
  [{ ...SMTP, MAIL_FROM: 'Lectern' }, 'MAIL_FROM must be an address, or Name <address>.'],
  [{ VERIFY_EMAIL: 'required' }, 'VERIFY_EMAIL=required needs SMTP_URL or MAIL_OUTBOX=true.'],
  [{ VERIFY_EMAIL: 'yes' }, 'VERIFY_EMAIL must be off, remind or required.'],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must be 64 hexadecimal digits.'],
])('the settings of mail %o are wrong: %s', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})
