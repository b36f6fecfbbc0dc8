import { authApi } from '#contract/auth.ts'
import type { LoginThrottle } from '#server/auth/login-throttle.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
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

export function authRoutes(context: AppContext, doors: AuthDoors): void {
  const parts = { db: context.db, ...doors }

  route(context, authApi.register, {
    run: async ({ body: draft, image, meta }) => {
      await register(parts, { draft, image, meta })
      return { success: true as const, message: 'Your account is ready. You can log in now.' }
    },
  })

  route(context, authApi.login, {
    changes: () => NO_TAGS,
    endsSessionsOf: (_asking, { _id }) => _id,
    run: async ({ body, meta }) => ({
      success: true as const,
      message: 'You are logged in.',
      ...(await logIn(parts, body, meta)),
    }),
  })

  route(context, authApi.logout, {
    changes: () => NO_TAGS,
    endsSessionsOf: ({ viewer }) => viewer.id,
    run: async ({ viewer, meta }) => {
      await logOut(context.db, viewer, meta)
      return { success: true as const, message: 'You are logged out.' }
    },
  })

  route(context, authApi.reset, {
    changes: () => NO_TAGS,
    endsSessionsOf: () => undefined,
    run: async ({ body, meta }) => {
      await resetPassword(parts, body, meta)
      return { success: true as const, message: 'Your password is changed. Log in with the new one.' }
    },
  })

  route(context, authApi.options, {
    run: async () => ({ mail: context.mail.mode, verifyEmail: context.mail.verifyEmail }),
  })

  sessionRoutes(context, parts)
}

function sessionRoutes(context: AppContext, parts: AuthDoors & { db: AppContext['db'] }): void {
  const { db } = context

  route(context, authApi.sessions, {
    run: async ({ viewer }) => ({ sessions: await liveSessions(db, viewer) }),
  })

  route(context, authApi.endSession, {
    changes: () => NO_TAGS,
    object: ({ viewer, param }) => ownSession(db, viewer, param('sessionId')),
    endsSessionsOf: ({ viewer }) => viewer.id,
    run: async ({ object: { id: sessionId }, viewer, body: { password }, meta }) => {
      await endSession(parts, sessionId, { viewer, password, meta })
      return { success: true as const, message: 'The session is ended.' }
    },
  })

  route(context, authApi.endSessions, {
    changes: () => NO_TAGS,
    endsSessionsOf: ({ viewer }) => viewer.id,
    run: async ({ viewer, body: { password }, meta }) => {
      await endOtherSessions(parts, { viewer, password, meta })
      return { success: true as const, message: 'All other sessions are ended.' }
    },
  })
}
