import { usersApi } from '#contract/account/users.ts'
import { ASK_OPERATOR } from '#contract/mail/mail-messages.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import { changePlayer, playerSettings } from './player.ts'
import { accountToChange, updateProfile } from './profile.ts'
import { findUser, listUsers } from './users.ts'

/** After a change of address that waits for its link. */
const PENDING = {
  smtp: 'Profile updated. Open the link we sent to your new address to confirm it.',
  outbox: `Profile updated. ${ASK_OPERATOR}`,
  none: 'Profile updated successfully!',
} as const

export function userRoutes(context: AppContext): void {
  const { db, limits, mail } = context

  route(context, usersApi.list, {
    run: ({ reading, viewer, query }) => listUsers(reading, viewer, query),
  })

  route(context, usersApi.player, {
    run: ({ reading, viewer }) => playerSettings(reading, viewer.id),
  })

  route(context, usersApi.setPlayer, {
    changes: () => NO_TAGS,
    run: ({ viewer, body }) => changePlayer(db, viewer.id, body),
  })

  route(context, usersApi.get, {
    object: ({ reading, viewer, param }) => findUser(reading, viewer, param('userId')),
    run: async ({ object: { user } }) => user,
  })

  route(context, usersApi.update, {
    object: ({ param }) => accountToChange(db, param('userId')),
    run: async ({ object: account, viewer, token = '', meta, body: draft, image }) => {
      if (image) await limits.spend('upload', viewer.id)
      const change = { account, viewer, token, meta, draft, image }
      const confirmsAddress = mail.verifyEmail !== 'off'
      const result = await updateProfile({ ...context, confirmsAddress }, change)
      const message = result.isPending ? PENDING[mail.mode] : 'Profile updated successfully!'
      return { success: true as const, message, updatedUser: result.updatedUser }
    },
  })
}
