import type { FastifyInstance } from 'fastify'
import type { MailMode, VerifyEmail } from '#contract/account/auth-options.ts'
import type { CallName } from '#contract/calls.ts'
import type { Invalidation } from '#server/cache/invalidation.ts'
import type { AdminSecondStep } from './auth/admin-second-step.ts'
import type { LoginThrottle } from './auth/login-throttle.ts'
import type { Passkeys } from './auth/passkeys.ts'
import type { Permissions } from './auth/permissions.ts'
import type { Limits } from './auth/rate-limit.ts'
import type { Secrets } from './auth/secret-key.ts'
import type { Config } from './config.ts'
import type { Db } from './data/database.ts'
import type { ProviderClient } from './features/account/provider/provider-client.ts'
import type { Images } from './features/media/media.ts'
import type { Settings } from './features/settings/settings.ts'
import type { Events } from './http/live-events.ts'
import type { Outside } from './http/outside.ts'
import type { WithUploadMemory } from './http/uploads.ts'
import type { Jobs } from './jobs/jobs.ts'

/** Answers a call for a visitor without HTTP, for rendered pages. */
export type VisitorHandler = (input: { params?: Record<string, string>; query?: object }) => Promise<unknown>

/** Whether this run found the database damaged. Only a restart, which checks the file, resets it. */
export interface KnownDamage {
  readonly isKnown: boolean
  /** Logs the error and notifies all processes of the site. */
  report(error: unknown): void
}

/** Whether and how the site sends mail. */
export interface MailSettings {
  mode: MailMode
  verifyEmail: VerifyEmail
  /** Links in mails begin with the origin. It never comes from a request. */
  site: { origin: string }
  /** The host of the mail server. */
  server: string | null
  /** MAIL_FROM. */
  from: string | null
}

/** What the operator decided about the product, and what admins may change. */
export interface SiteSettings extends Settings {
  selfReview: Config['SELF_REVIEW']
  reportsToHide: number
}

/** The services that routes and pages share; created once in app.ts. */
export interface AppContext {
  app: FastifyInstance
  db: Db
  events: Events
  jobs: Jobs
  mail: MailSettings
  settings: SiteSettings
  images: Images
  /** Encrypts and signs with the key of the site. */
  secrets: Secrets
  /** Requests to other sites. */
  outside: Outside
  damage: KnownDamage
  limits: Limits
  /** Slows down guesses of passwords and codes. */
  throttle: LoginThrottle
  withUploadMemory: WithUploadMemory
  permissions: Permissions
  passkeys: Passkeys
  /** The provider that people may sign in with. */
  provider: ProviderClient | undefined
  /** False where people log in with the provider only. */
  allowsPasswords: boolean
  adminSecondStep: AdminSecondStep
  invalidation: Invalidation
  /** Development and tests check every reply against the contract. */
  checkReplies: boolean
  publicUrl: string | undefined
  /** The base of image addresses: MEDIA_URL, else the public address, else relative. */
  mediaUrl: string | undefined
  visitorHandlers: Map<CallName, VisitorHandler>
}
