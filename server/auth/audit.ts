import type { FastifyBaseLogger } from 'fastify'
import { afterCommit, type Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'

export type AuditAction =
  | 'login'
  | 'login.failed'
  | 'logout'
  | 'register'
  | 'password.changed'
  | 'password.reset'
  | 'email.changed'
  | 'email.verified'
  | 'email.restored'
  | 'role.changed'
  | 'refused'
  | 'throttled'
  | 'playlist.status'
  | 'playlist.visibility'
  | 'playlist.link'
  | 'course.status'
  | 'playlist.decided'
  | 'course.decided'
  | 'playlist.deleted'
  | 'course.deleted'
  | 'playlist.restored'
  | 'course.restored'
  | 'playlist.purged'
  | 'course.purged'
  | 'comment.deleted'
  | 'captions.saved'
  | 'captions.deleted'
  | 'category.created'
  | 'category.renamed'
  | 'category.deleted'
  | 'session.ended'
  | 'provider.connected'
  | 'provider.disconnected'
  | 'login.link'
  | 'passkey.added'
  | 'passkey.removed'
  | 'passkey.disabled'
  | 'passkey.enabled'
  | 'authenticator.on'
  | 'authenticator.off'
  | 'recovery.codes'
  | 'recovery.used'
  | 'admin.made'
  | 'admin.unmade'
  | 'reset.code'
  | 'user.trusted'
  | 'user.untrusted'
  | 'user.deleted'
  | 'user.suspended'
  | 'user.unsuspended'
  | 'user.restored'
  | 'user.quota'
  | 'playlists.handedOver'
  | 'reset.link'
  | 'data.exported'
  | 'report.decided'
  | 'settings.changed'
  | 'legal.published'
  | 'teaching.decided'
  | 'invitation.created'
  | 'invitation.sent'
  | 'invitation.revoked'
  | 'invitation.accepted'
  | 'import.started'
  | 'jobs.retried'
  | 'demo.removed'
  | 'group.created'
  | 'group.changed'
  | 'group.deleted'
  | 'group.joined'
  | 'group.left'
  | 'group.lead.made'
  | 'group.lead.unmade'

/** The origin of a request, for the audit table. It never holds a token or a password. */
export interface RequestMeta {
  requestId: string
  network: string
  agent: string
  log: FastifyBaseLogger
  /** The header with the cookie that a sign-in with the provider sets. */
  cookies?: string | undefined
}

export interface AuditEntry {
  action: AuditAction
  actorId?: string | undefined
  subject?: string | undefined
  detail?: Record<string, string | number | boolean>
}

/** Appends to the audit table and the log. Inside a transaction, the row commits with the change, and the log follows. */
export async function audit(
  db: Db,
  meta: RequestMeta,
  { action, actorId, subject, detail = {} }: AuditEntry,
): Promise<void> {
  const now = new Date()
  await db
    .insertInto('audit')
    .values({
      id: newId(now.getTime()),
      at: now.toISOString(),
      actor_id: actorId ?? null,
      network: meta.network,
      action,
      subject: subject ?? null,
      detail: JSON.stringify(detail),
      request_id: meta.requestId,
    })
    .execute()
  afterCommit(db, () => meta.log.info({ audit: action, actorId, subject, ...detail }, 'audit'))
}
