import { NOT_FOUND } from '#contract/not-found.ts'
import { ALREADY_ASKED, type TeacherRequest } from '#contract/people/teacher-requests.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { afterCommit, type Db, transaction } from '#server/data/database.ts'
import { isId, newId } from '#server/data/ids.ts'
import type { SiteEvents } from '#server/events.ts'
import { becomeTeacher } from '#server/features/account/users/become-teacher.ts'
import { lockAccount } from '#server/features/account/users/users.ts'
import { notify, notifyAdmins, tellNotified } from '#server/features/notifications/notify.ts'
import { AppError } from '#server/http/app-error.ts'
import { decideOpenRequest, findRequest, insertRequest, readRequest } from './teacher-requests.queries.ts'

/** Adds the request and notifies the admins. Returns false if the user has an open one already, which stays. */
export async function addRequest(
  trx: Db,
  { userId, reason, context }: SiteEvents['teaching.requested'],
): Promise<boolean> {
  const request = { id: newId(), user_id: userId, reason, created_at: new Date().toISOString() }
  if (!(await insertRequest(trx, request))) return false
  const notified = await notifyAdmins(trx, {
    kind: 'teaching_request',
    actorId: userId,
    subject: { kind: 'user', id: userId },
    group: 'teaching',
    data: reason === '' ? {} : { message: reason },
  })
  afterCommit(trx, () => tellNotified(context, notified))
  return true
}

/** Throws `conflict` for a teacher and for a user with an open request, and `forbidden` where teachers are invited. */
export async function askToTeach(
  context: Pick<AppContext, 'db' | 'events' | 'jobs' | 'settings'>,
  viewer: Viewer,
  reason: string,
): Promise<void> {
  if ((await context.settings.get('teachers')) === 'invitation')
    throw new AppError('forbidden', 'Teachers are invited here.')
  await transaction(context.db, async (trx) => {
    const account = await lockAccount(trx, viewer.id)
    if (account?.role === 'Teacher') throw new AppError('conflict', 'You are a teacher already.')
    if (!(await addRequest(trx, { userId: viewer.id, reason, context })))
      throw new AppError('conflict', ALREADY_ASKED)
  })
}

export async function requestToDecide(
  db: Db,
  id: string,
): Promise<({ id: string; user_id: string } & Resource) | undefined> {
  const request = isId(id) ? await findRequest(db, id) : undefined
  return request && { ...request, access: {} }
}

interface Decision {
  admin: Viewer
  meta: RequestMeta
  request: { id: string; user_id: string }
  isAccepted: boolean
  message: string
}

/** Makes the user a teacher or declines, and notifies them. Throws `conflict` if the request is decided already. */
export async function decideRequest(
  context: Pick<AppContext, 'db' | 'events' | 'jobs'>,
  { admin, meta, request: { id, user_id: userId }, isAccepted, message }: Decision,
): Promise<TeacherRequest> {
  const state = isAccepted ? 'accepted' : 'declined'
  await transaction(context.db, async (trx, after) => {
    const account = await lockAccount(trx, userId)
    if (!(await decideOpenRequest(trx, { id, state, message, adminId: admin.id })))
      throw new AppError('conflict', 'This request is decided already.')
    if (isAccepted && account && account.role !== 'Teacher')
      await becomeTeacher(trx, account, { actorId: admin.id, meta })
    await audit(trx, meta, {
      action: 'teaching.decided',
      actorId: admin.id,
      subject: userId,
      detail: { to: state, ...(message !== '' && { message }) },
    })
    const notified = await notify(trx, {
      kind: 'teaching_decided',
      userIds: [userId],
      actorId: admin.id,
      subject: { kind: 'user', id: userId },
      data: { state, ...(message !== '' && { message }) },
    })
    after(() => tellNotified(context, notified))
  })
  const decided = await readRequest(context.db, id)
  if (!decided) throw new AppError('not_found', NOT_FOUND.request)
  return decided
}
