import type { Reauth } from '#contract/account/reauth.ts'
import { usersApi } from '#contract/account/users.ts'
import { NOT_FOUND } from '#contract/not-found.ts'
import type { RequestMeta } from '#server/auth/audit.ts'
import { reauthenticate } from '#server/auth/reauth.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { changeRole, liftSuspension, makeAdmin, suspend, unmakeAdmin } from './admin-changes.ts'
import { findUser } from './users.ts'

/** The changes that admins make to other accounts. Each needs their password or a passkey. */
export function userAdminRoutes(context: AppContext): void {
  const { db, throttle, passkeys } = context
  const confirm = (caller: { viewer: Viewer; meta: RequestMeta }, body: Reauth) =>
    reauthenticate({ db, throttle, passkeys }, caller, body)
  const changed = async (admin: Viewer, userId: string, message: string) => {
    const found = await findUser(db, admin, userId)
    if (!found) throw new AppError('not_found', NOT_FOUND.user)
    return { success: true as const, message, user: found.user }
  }

  route(context, usersApi.suspend, {
    object: ({ viewer, param }) => findUser(db, viewer, param('userId')),
    endsSessionsOf: ({ object: { user } }) => user._id,
    run: async ({ viewer: admin, object: { user }, body, meta }) => {
      await confirm({ viewer: admin, meta }, body)
      const change = { admin, meta, userId: user._id }
      if (body.suspended) await suspend(context, change, body.reason)
      else await liftSuspension(db, change)
      const what = body.suspended ? 'is suspended.' : 'can log in again.'
      return changed(admin, user._id, `${user.username} ${what}`)
    },
  })

  route(context, usersApi.setRole, {
    object: ({ viewer, param }) => findUser(db, viewer, param('userId')),
    run: async ({ viewer: admin, object: { user }, body, meta }) => {
      await confirm({ viewer: admin, meta }, body)
      await changeRole(db, { admin, meta, userId: user._id }, body.role)
      return changed(admin, user._id, `The role of ${user.username} is ${body.role} now.`)
    },
  })

  route(context, usersApi.setAdmin, {
    object: ({ viewer, param }) => findUser(db, viewer, param('userId')),
    endsSessionsOf: ({ object: { user } }) => user._id,
    run: async ({ viewer: admin, object: { user }, body, meta }) => {
      await confirm({ viewer: admin, meta }, body)
      const change = { admin, meta, userId: user._id }
      await (body.admin ? makeAdmin(db, change) : unmakeAdmin(db, change))
      return changed(
        admin,
        user._id,
        `${user.username} ${body.admin ? 'is an admin now.' : 'is no longer an admin.'}`,
      )
    },
  })
}
