import { z } from 'zod'
import { Id, Timestamp } from '#contract/id.ts'
import { ListQuery } from '#contract/lists.ts'

const AUDIT_TEXT = z.string().max(64)
export const AuditQuery = ListQuery.extend({
  user: AUDIT_TEXT.optional(),
  /** What this person did, and what was done to their account. */
  about: AUDIT_TEXT.optional(),
  action: AUDIT_TEXT.optional(),
  day: z.iso.date('Day must be a date such as 2026-11-24.').optional(),
  format: z.enum(['csv'], 'Format must be csv.').optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const AuditEntry = z
  .object({
    _id: Id,
    at: Timestamp,
    /** Null for a visitor or a deleted account. */
    user: z.object({ _id: Id, username: z.string() }).nullable(),
    action: z.string(),
    /** The id of what it is about, and its title or name while it exists. */
    subject: z.string().nullable(),
    subjectTitle: z.string().nullable(),
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    network: z.string(),
    /** Of a deletion, while its subject can be restored: the id in the trash. */
    trashId: Id.optional(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = z.object({
  entries: z.array(AuditEntry),
  total: z.int(),
  /** More than `total`: it is counted up to 1,000. */
  totalIsLowerBound: z.boolean().optional(),
  nextCursor: z.string().nullable(),
})
