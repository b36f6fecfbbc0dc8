import { usersApi } from '#contract/account/users.ts'
import { ASK_OPERATOR } from '#contract/mail/mail-messages.ts'
import { ADMIN_WILL_DECIDE } from '#contract/settings/registration-messages.ts'
import { PlayerSettings } from '#contract/video/player.ts'
import { PLAYER_DEFAULTS } from '#contract/video/player-defaults.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { route } from '#server/http/route.ts'
import { accountToChange, updateProfile } from './profile.ts'
import { readPlayer, writePlayer } from './users.queries.ts'
import { findUser, listUsers } from './users.ts'

const UPDATED = 'Profile updated successfully!'

/** After a change of address that waits for its link. */
const PENDING = {
  smtp: 'Profile updated. Open the link we sent to your new address to confirm it.',
  outbox: `Profile updated. ${ASK_OPERATOR}`,
  none: UPDATED,
} as const

export function userRoutes(context: AppContext): void {
  const { db, limits, mail } = context
  const messageOf = ({ isPending, asksToTeach }: { isPending: boolean; asksToTeach: boolean }) => {
    if (!asksToTeach) return isPending ? PENDING[mail.mode] : UPDATED
    return `${isPending ? PENDING[mail.mode] : 'Profile updated.'} ${ADMIN_WILL_DECIDE}`
  }

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
      return { success: true as const, message: messageOf(result), updatedUser: result.updatedUser }
    },
  })
}

/** Settings that the user never changed have their defaults, also settings of a newer program. */
const Stored = PlayerSettings.omit({ historyPaused: true }).partial()

/** How the user likes to watch. */
async function playerSettings(db: Db, userId: string): Promise<PlayerSettings> {
  const { player, history_paused } = await readPlayer(db, userId)
  const stored = Stored.parse(JSON.parse(player ?? '{}'))
  return { ...PLAYER_DEFAULTS, ...stored, historyPaused: history_paused === 1 }
}

/** Changes any of the settings; returns all of them. */
async function changePlayer(
  db: Db,
  userId: string,
  changes: Partial<PlayerSettings>,
): Promise<PlayerSettings> {
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: userId })
    const settings = { ...(await playerSettings(trx, userId)), ...changes }
    const { historyPaused: isHistoryPaused, ...player } = settings
    await writePlayer(trx, userId, { player: JSON.stringify(player), isHistoryPaused })
    return settings
  })
}
