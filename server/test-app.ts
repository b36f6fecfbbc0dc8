import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Kysely } from 'kysely'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import type { AccessTable } from '#contract/access.ts'
import type { Role } from '#contract/account/user-fields.ts'
import { buildApp } from './app.ts'
import { hashToken, newToken } from './auth/session.ts'
import type { ResponseCache } from './cache/response-cache.ts'
import { readConfig } from './config.ts'
import type { AppContext } from './context.ts'
import { newId } from './data/ids.ts'
import type { Schema } from './data/schema.ts'
import { storeSite } from './data/site-row.ts'
import { sortKey } from './data/sort-key.ts'
import type { Images } from './features/media/media.ts'
import { reindexName } from './features/search/index/names.queries.ts'
import { logOptions } from './log.ts'
import { openTestDatabase } from './test-database.ts'

export interface TestUser {
  id: string
  username: string
  token: string
  /** Sends a request as this user. */
  request: SendRequest
}

// biome-ignore lint/complexity/useMaxParams: reads like the request it makes
type SendRequest = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object | Upload,
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>

export class Upload {
  readonly fields: Record<string, string>
  readonly file: { field: string; bytes: Buffer; name?: string; type?: string } | undefined

  constructor(
    fields: Record<string, string>,
    file?: { field: string; bytes: Buffer; name?: string; type?: string },
  ) {
    this.fields = fields
    this.file = file
  }
}

export interface TestApp {
  app: FastifyInstance
  context: AppContext
  db: Kysely<Schema>
  folder: string
  images: Images
  cache: ResponseCache | undefined
  /** As a visitor. */
  request: SendRequest
  /** A user with a live session, made directly in the database; sign-up has its own tests. */
  user: (name: string, role?: Role, extras?: { isAdmin?: boolean; profession?: string }) => Promise<TestUser>
  /** Several at once, which takes far fewer queries. */
  users: (users: NewUser[]) => Promise<TestUser[]>
  category: (title?: string) => Promise<string>
}

interface TestAppOptions {
  /** Rate limits are off (scale 1000) unless a test is about them. */
  rateScale?: number
  environment?: Record<string, string>
  /** With the response cache, which is off in most tests. */
  cached?: boolean
  /** A permission table instead of the product's. */
  access?: AccessTable
  /** Keeps the database in a file, for tests of the file; the others are faster in memory. */
  onDisk?: boolean
  /** Receives every line of the log at level trace. */
  log?: (line: string) => void
  /** An already migrated database. */
  database?: Kysely<Schema>
}

/** The real app on a fresh database and media folder; closed and removed when the test ends. */
export async function openTestApp({
  rateScale = 1000,
  environment = {},
  cached = false,
  access,
  onDisk = false,
  log,
  database,
}: TestAppOptions = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-'))
  const db = database ?? (await openTestDatabase(folder, onDisk))
  const config = readConfig({
    DATA_DIR: folder,
    RATE_LIMIT_SCALE: String(rateScale),
    OUTSIDE: 'off',
    ...environment,
  })
  const { app, context, cache } = await buildApp({
    config,
    db,
    logger: log ? { ...logOptions('trace', false), stream: { write: log } } : false,
    checkReplies: true,
    cacheResponses: cached,
    access,
  })
  await storeSite(db, { keyCheck: context.secrets.check, sendsMail: context.mail.mode !== 'none' })
  onTestFinished(async () => {
    await app.close()
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  })
  const requestAs =
    (token?: string): SendRequest =>
    // biome-ignore lint/complexity/useMaxParams: the same
    async (method, url, body, headers = {}) =>
      app.inject({
        method,
        url,
        ...payloadOf(body, { ...(token && { authorization: `Bearer ${token}` }), ...headers }),
      })
  const insertTestUsers = async (users: NewUser[]) =>
    (await insertUsers(db, users)).map(({ id, name, token }) => ({
      id,
      username: name,
      token,
      request: requestAs(token),
    }))
  return {
    app,
    context,
    cache,
    db,
    folder,
    images: context.images,
    request: requestAs(),
    users: insertTestUsers,
    user: async (name, role, extras) => {
      const [user] = await insertTestUsers([{ name, ...(role && { role }), ...extras }])
      if (!user) throw new Error('There is no user.')
      return user
    },
    category: async (title = 'development') => {
      const existing = await db
        .selectFrom('categories')
        .select('title')
        .where('title', '=', title)
        .executeTakeFirst()
      if (!existing) {
        const row = { id: newId(), title, title_key: sortKey(title), created_at: new Date().toISOString() }
        await db.insertInto('categories').values(row).execute()
      }
      return title
    },
  }
}

interface NewUser {
  name: string
  /** A student by default. */
  role?: Role
  isAdmin?: boolean
  profession?: string
}

/** Inserts users, each with a picture and a session. */
async function insertUsers(
  db: Kysely<Schema>,
  users: NewUser[],
): Promise<(NewUser & { id: string; token: string })[]> {
  const now = new Date().toISOString()
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const people = users.map((user) => {
    const id = newId()
    return { ...user, id, photo: id.padEnd(64, '0'), token: newToken() }
  })
  await db
    .insertInto('images')
    .values(
      people.map(({ id, photo }) => ({
        name: photo,
        owner_id: id,
        width: 512,
        height: 512,
        widths: '[96,256,512]',
        bytes: 1,
        placeholder: '',
        created_at: now,
      })),
    )
    .execute()
  await db
    .insertInto('users')
    .values(
      people.map(({ id, photo, name, role = 'Student', isAdmin = false, profession = null }) => ({
        id,
        username: name,
        username_key: sortKey(name),
        email: `${id}@example.org`,
        email_key: `${id}@example.org`,
        password_hash: 'none',
        role,
        profession,
        photo,
        is_admin: isAdmin ? 1 : 0,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  for (const { id, role } of people) if (role === 'Teacher') await reindexName(db, id)
  await db
    .insertInto('sessions')
    .values(
      people.map(({ id, token }) => ({
        id: newId(),
        token_hash: hashToken(token),
        user_id: id,
        network: '127.0.0.1',
        agent: 'test',
        created_at: now,
        last_used_at: now,
        expires_at,
      })),
    )
    .execute()
  return people
}

function payloadOf(
  body: object | Upload | undefined,
  headers: Record<string, string>,
): Pick<InjectOptions, 'payload' | 'headers'> {
  if (body === undefined) return { headers }
  if (!(body instanceof Upload)) return { payload: body, headers }
  const boundary = 'lectern-test-boundary'
  const parts: Buffer[] = Object.entries(body.fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  if (body.file) {
    const { field, bytes, name = 'picture.png', type = 'image/png' } = body.file
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
    parts.push(Buffer.from(head), bytes, Buffer.from('\r\n'))
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return {
    payload: Buffer.concat(parts),
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** A real PNG; each colour gives a different picture. */
export async function picture(colour = '#0d6348', size = { width: 640, height: 360 }): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: colour } })
    .png()
    .toBuffer()
}
