import type { FastifyInstance } from 'fastify'
import type { CallName } from '#contract/calls.ts'
import type { Invalidation } from '#server/cache/invalidation.ts'
import type { Permissions } from './auth/permissions.ts'
import type { Limits } from './auth/rate-limit.ts'
import type { Db } from './data/database.ts'
import type { KnownDamage } from './http/known-damage.ts'
import type { Events } from './http/live-events.ts'
import type { UploadSlots } from './http/upload-slots.ts'

/** A call answered for a visitor without HTTP, for rendering pages. */
export type VisitorHandler = (input: { params?: Record<string, string>; query?: unknown }) => Promise<unknown>

/** What every room of the server works with; made once in app.ts. */
export interface AppContext {
  app: FastifyInstance
  db: Db
  events: Events
  damage: KnownDamage
  limits: Limits
  uploadSlots: UploadSlots
  /** Who may do what; every call takes its row of the table from here. */
  permissions: Permissions
  invalidation: Invalidation
  /** Development and tests: an answer that is not what the contract says is an error, not a leak. */
  checkReplies: boolean
  /** Where people find the site, when set. */
  publicUrl: string | undefined
  /** Below it are the pictures of answers: MEDIA_URL, else where people find the site; when neither is set, here. */
  mediaUrl: string | undefined
  /** Limits of rates are multiplied by it (RATE_LIMIT_SCALE). */
  rateScale: number
  visitorHandlers: Map<CallName, VisitorHandler>
}
