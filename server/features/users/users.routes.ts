import { usersApi } from '#contract/users.ts'
import type { LoginThrottle } from '#server/auth/login-throttle.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import type { Images } from '#server/features/media/media.ts'
import { route } from '#server/http/route.ts'
import { changePlayer, playerSettings } from './player.ts'
import { accountToChange, updateProfile } from './profile.ts'
import { findUser, listUsers } from './users.ts'

interface UserParts {
  images: Images
  throttle: LoginThrottle
  siteName: string
}

export function userRoutes(context: AppContext, parts: UserParts): void {
  const { db, events, jobs } = context

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
      if (image) await context.limits.spend('upload', viewer.id)
      const change = { account, viewer, token, meta, draft, image }
      const updatedUser = await updateProfile({ db, events, jobs, ...parts }, change)
      return { success: true as const, message: 'Profile updated successfully!', updatedUser }
    },
  })
}
