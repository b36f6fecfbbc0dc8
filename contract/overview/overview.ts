import { z } from 'zod'
import { MailMode } from '#contract/account/auth-options.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'
import { CHECKS, WAITING_KINDS } from './overview-kinds.ts'

/** Everything of one kind that waits for an admin. */
const Waiting = z.object({
  kind: z.enum(WAITING_KINDS),
  count: z.int(),
  /** Of the oldest. */
  since: Timestamp.nullable(),
})

/** A job that failed eight times; its payload is never shown. */
const FailedJob = z.object({
  _id: Id,
  kind: z.string(),
  title: z.string(),
  error: z.string().nullable(),
  tries: z.int(),
  at: Timestamp,
})

const bytes = z.number().nullable()

export const Overview = z
  .object({
    waiting: z.array(Waiting),
    medianHours: z.number().nullable(),
    /** `signUps` of the last 30 days is measured every hour, too. */
    people: z.object({ accounts: z.int(), teachers: z.int(), signUps: z.int().nullable() }),
    /** In bytes, measured every hour; null before the first time. */
    storage: z.object({
      at: Timestamp.nullable(),
      videos: bytes,
      database: bytes,
      pictures: bytes,
      uploads: bytes,
      free: bytes,
    }),
    /** The newest of them. */
    jobs: z.object({ count: z.int(), items: z.array(FailedJob) }),
    /** `failed` and `rejected` of the last seven days. */
    mail: z.object({ mode: MailMode, waiting: z.int(), failed: z.int(), rejected: z.int() }),
    backup: z.object({
      last: z.object({ at: Timestamp, fileName: z.string(), bytes: z.number().nullable() }).nullable(),
      /** A failure since then. */
      failed: z.object({ at: Timestamp, error: z.string() }).nullable(),
    }),
    version: z.string(),
    commit: z.string().nullable(),
    /** Null once an admin has hidden it. */
    checklist: z.array(z.object({ check: z.enum(CHECKS), done: z.boolean() })).nullable(),
    demo: z.object({ accounts: z.int(), playlists: z.int(), isLeaving: z.boolean() }),
  })
  .meta({ id: 'Overview' })
export type Overview = z.infer<typeof Overview>

export const overviewApi = {
  get: endpoint('overview.get', {
    summary: 'What waits for the admins, and how the site is',
    reply: Overview,
  }),
  hideChecklist: endpoint('overview.hideChecklist', {
    summary: 'Hide the checklist of the first start, or show it again',
    body: z.object({ hidden: z.boolean('Say whether it is hidden.') }),
    reply: WriteReply,
  }),
  removeDemo: endpoint('overview.removeDemo', {
    summary: 'Delete the demo accounts with everything that they published and wrote',
    reply: WriteReply,
    status: 202,
  }),
  retryJob: endpoint('overview.retryJob', {
    summary: 'Try a failed job again',
    reply: WriteReply,
  }),
  retryJobs: endpoint('overview.retryJobs', {
    summary: 'Try all failed jobs again, or those of one kind',
    body: z.object({ kind: z.string().max(100).optional() }),
    reply: WriteReply,
  }),
  testMail: endpoint('overview.testMail', {
    summary: 'Send oneself a mail and say how it went',
    reply: z.object({ ok: z.boolean(), message: z.string() }),
  }),
}
