import { authApi } from '#contract/auth.ts'
import type { LoginThrottle } from '#server/auth/login-throttle.ts'
import { NO_TAGS } from '#server/cache/tags.ts'
import type { House } from '#server/context.ts'
import type { Images } from '#server/features/media/media.ts'
import { route } from '#server/http/route.ts'
import { logIn, logOut, register } from './auth.ts'
import { resetPassword } from './reset.ts'
import { endOtherSessions, endSession, liveSessions, ownSession } from './sessions.ts'

interface AuthDoors {
  images: Images
  throttle: LoginThrottle
  siteName: string
}

export function authRoutes(house: House, doors: AuthDoors): void {
  const parts = { db: house.db, ...doors }

  route(house, authApi.register, {
    run: async ({ body: draft, image, trail }) => {
      await register(parts, { draft, image, trail })
      return { success: true as const, message: 'Your account is ready. You can log in now.' }
    },
  })

  route(house, authApi.login, {
    changes: () => NO_TAGS,
    endsSessionsOf: (_asking, { _id }) => _id,
    run: async ({ body, trail }) => ({
      success: true as const,
      message: 'You are logged in.',
      ...(await logIn(parts, body, trail)),
    }),
  })

  route(house, authApi.logout, {
    changes: () => NO_TAGS,
    endsSessionsOf: ({ viewer }) => viewer.id,
    run: async ({ viewer, trail }) => {
      await logOut(house.db, viewer, trail)
      return { success: true as const, message: 'You are logged out.' }
    },
  })

  route(house, authApi.reset, {
    changes: () => NO_TAGS,
    endsSessionsOf: () => undefined,
    run: async ({ body, trail }) => {
      await resetPassword(parts, body, trail)
      return { success: true as const, message: 'Your password is changed. Log in with the new one.' }
    },
  })

  sessionRoutes(house, parts)
}

function sessionRoutes(house: House, parts: AuthDoors & { db: House['db'] }): void {
  const { db } = house

  route(house, authApi.sessions, {
    run: async ({ viewer }) => ({ sessions: await liveSessions(db, viewer) }),
  })

  route(house, authApi.endSession, {
    changes: () => NO_TAGS,
    object: ({ viewer, param }) => ownSession(db, viewer, param('sessionId')),
    endsSessionsOf: ({ viewer }) => viewer.id,
    run: async ({ object: { id: sessionId }, viewer, body: { password }, trail }) => {
      await endSession(parts, sessionId, { viewer, password, trail })
      return { success: true as const, message: 'The session is ended.' }
    },
  })

  route(house, authApi.endSessions, {
    changes: () => NO_TAGS,
    endsSessionsOf: ({ viewer }) => viewer.id,
    run: async ({ viewer, body: { password }, trail }) => {
      await endOtherSessions(parts, { viewer, password, trail })
      return { success: true as const, message: 'All other sessions are ended.' }
    },
  })
}
