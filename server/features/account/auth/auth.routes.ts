import { authApi } from '#contract/account/auth.ts'
import { PASSWORDS_OFF } from '#contract/account/provider-messages.ts'
import { setupApi } from '#contract/account/setup.ts'
import { ADMIN_CREATED } from '#contract/account/setup-messages.ts'
import { mailApi } from '#contract/mail/mail.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { openAddressLink } from './addresses.ts'
import { logIn, logOut } from './auth.ts'
import type { AuthParts } from './auth-parts.ts'
import { ownMail, sendLinkAgain } from './own-mail.ts'
import { register } from './register.ts'
import { rejectClosed } from './registration-terms.ts'
import { askForLink, resetPassword, sendForgottenLinks } from './reset.ts'
import { passkeyRoutes, secondStepRoutes } from './second-step.routes.ts'
import { endOtherSessions, endSession, liveSessions, ownSession } from './sessions.ts'
import { isSetupOpen, rejectSetup, setUpSite } from './setup.ts'

/** Throws where people log in with the provider only. */
function rejectPasswords({ allowsPasswords }: AppContext): void {
  if (!allowsPasswords) throw new AppError('forbidden', PASSWORDS_OFF)
}

export function authRoutes(context: AppContext): void {
  const parts = { ...context, asksToConfirm: context.mail.verifyEmail !== 'off' }

  route(context, authApi.register, {
    beforeBody: async () => {
      rejectPasswords(context)
      await rejectClosed(context)
    },
    run: async ({ body: draft, image, meta }) => {
      const message = await register(parts, { draft, image, meta })
      return { success: true as const, message }
    },
  })

  route(context, authApi.login, {
    beforeBody: async () => rejectPasswords(context),
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
    beforeBody: async () => rejectPasswords(context),
    changes: () => NO_TAGS,
    endsSessionsOf: () => undefined,
    run: async ({ body, meta }) => ({
      success: true as const,
      message: await resetPassword(parts, body, meta),
    }),
  })

  route(context, authApi.options, {
    run: async () => ({
      mail: context.mail.mode,
      verifyEmail: context.mail.verifyEmail,
      provider: context.provider ? { label: context.provider.config.label } : null,
      passwordLogin: context.allowsPasswords,
    }),
  })

  setupRoutes(context, parts)
  mailRoutes(context)
  sessionRoutes(context, parts)
  passkeyRoutes(context, parts)
  secondStepRoutes(context, parts)
}

function setupRoutes(context: AppContext, parts: AuthParts): void {
  const { db } = context

  route(context, setupApi.get, { run: async ({ reading }) => ({ open: await isSetupOpen(reading) }) })

  route(context, setupApi.create, {
    beforeBody: () => rejectSetup(db),
    run: async ({ body: draft, image, meta }) => ({
      success: true as const,
      message: ADMIN_CREATED,
      ...(await setUpSite(parts, { draft, image, meta })),
    }),
  })
}

/** The calls behind the links in mails. */
function mailRoutes(context: AppContext): void {
  sendForgottenLinks(context)

  route(context, mailApi.forgot, {
    beforeBody: async () => rejectPasswords(context),
    changes: () => NO_TAGS,
    run: async ({ body: { email }, meta }) => ({
      success: true as const,
      message: await askForLink(context, email, meta),
    }),
  })

  route(context, mailApi.verify, {
    changes: () => NO_TAGS,
    run: async ({ body: { token }, viewer, meta }) => {
      const { kind, message } = await openAddressLink(context, { token, viewer, meta })
      return { success: true as const, kind, message }
    },
  })

  route(context, mailApi.verifyAgain, {
    changes: () => NO_TAGS,
    run: async ({ viewer }) => ({ success: true as const, message: await sendLinkAgain(context, viewer) }),
  })

  route(context, mailApi.own, {
    run: ({ reading, viewer }) => ownMail({ mail: context.mail, reading }, viewer),
  })
}

function sessionRoutes(context: AppContext, parts: AuthParts): void {
  const { db } = context

  route(context, authApi.sessions, {
    run: async ({ viewer }) => ({ sessions: await liveSessions(db, viewer) }),
  })

  route(context, authApi.endSession, {
    changes: () => NO_TAGS,
    object: ({ viewer, param }) => ownSession(db, viewer, param('sessionId')),
    endsSessionsOf: ({ viewer }) => viewer.id,
    run: async ({ object: { id: sessionId }, viewer, body: proof, meta }) => {
      await endSession(parts, sessionId, { viewer, proof, meta })
      return { success: true as const, message: 'The session is ended.' }
    },
  })

  route(context, authApi.endSessions, {
    changes: () => NO_TAGS,
    endsSessionsOf: ({ viewer }) => viewer.id,
    run: async ({ viewer, body: proof, meta }) => {
      await endOtherSessions(parts, { viewer, proof, meta })
      return { success: true as const, message: 'All other sessions are ended.' }
    },
  })
}
