import { passkeysApi } from '#contract/account/passkeys.ts'
import { secondStepApi } from '#contract/account/second-step.ts'
import { hasPassword } from '#server/auth/passwords.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { findUser } from '#server/features/account/users/users.ts'
import { route } from '#server/http/route.ts'
import type { AuthParts } from './auth-parts.ts'
import { passkeyOptions } from './passkey-options.ts'
import {
  changePasskey,
  listPasskeys,
  logInWithPasskey,
  ownPasskey,
  registerPasskey,
  removePasskey,
} from './passkeys.ts'
import { setPassword } from './password.ts'
import { countUnusedCodes, findLoginAccount, findTotp } from './second-step.queries.ts'
import { finishLogin } from './second-step.ts'
import { endTotpOf, offerTotp, renewRecoveryCodes, turnOffTotp, turnOnTotp } from './totp.ts'

const LOGGED_IN = { success: true as const, message: 'You are logged in.' }

export function passkeyRoutes(context: AppContext, parts: AuthParts): void {
  route(context, passkeysApi.options, {
    changes: () => NO_TAGS,
    run: ({ viewer, meta, body: { purpose, ...proof } }) =>
      passkeyOptions(parts, { viewer, meta, purpose }, proof),
  })

  route(context, passkeysApi.login, {
    changes: () => NO_TAGS,
    endsSessionsOf: (_asking, { _id }) => _id,
    run: async ({ body, meta }) => ({ ...LOGGED_IN, ...(await logInWithPasskey(parts, body, meta)) }),
  })

  route(context, passkeysApi.register, {
    changes: () => NO_TAGS,
    run: async ({ viewer, meta, body }) => {
      const passkey = await registerPasskey(parts, { viewer, meta }, body)
      return { success: true as const, message: 'The passkey is added.', passkey }
    },
  })

  route(context, passkeysApi.list, {
    run: async ({ viewer }) => ({ passkeys: await listPasskeys(parts, viewer) }),
  })

  route(context, passkeysApi.update, {
    changes: () => NO_TAGS,
    object: ({ viewer, param }) => ownPasskey(parts, viewer, param('passkeyId')),
    run: async ({ viewer, meta, object: { access: _access, ...row }, body: draft }) => {
      const passkey = await changePasskey(parts, { viewer, meta }, { row, draft })
      return { success: true as const, message: 'The passkey is changed.', passkey }
    },
  })

  route(context, passkeysApi.remove, {
    changes: () => NO_TAGS,
    object: ({ viewer, param }) => ownPasskey(parts, viewer, param('passkeyId')),
    run: async ({ viewer, meta, object: row, body: proof }) => {
      await removePasskey(parts, { viewer, meta }, { row, proof })
      return { success: true as const, message: 'The passkey is removed.' }
    },
  })
}

export function secondStepRoutes(context: AppContext, parts: AuthParts): void {
  const { db } = context

  route(context, secondStepApi.status, {
    run: async ({ viewer }) => {
      const [account, totp, recoveryCodesLeft] = await Promise.all([
        findLoginAccount(db, viewer.id),
        findTotp(db, viewer.id),
        countUnusedCodes(db, viewer.id),
      ])
      return {
        hasPassword: hasPassword(account?.password_hash),
        passwordChangedAt: account?.password_changed_at ?? null,
        hasAuthenticator: totp !== undefined && totp.confirmed_at !== null,
        recoveryCodesLeft,
        allowsPasskeys: parts.passkeys.relyingParty !== undefined,
        isMissing: viewer.lacksSecondStep === true,
      }
    },
  })

  route(context, secondStepApi.verify, {
    changes: () => NO_TAGS,
    endsSessionsOf: (_asking, { _id }) => _id,
    run: async ({ body, meta }) => ({ ...LOGGED_IN, ...(await finishLogin(parts, body, meta)) }),
  })

  route(context, secondStepApi.totp, {
    changes: () => NO_TAGS,
    endsSessionsOf: ({ viewer }) => viewer.id,
    run: async ({ viewer, meta, body: { code, ...proof } }) => {
      if (code === undefined) {
        const offered = await offerTotp(parts, { viewer, meta }, proof)
        return { success: true as const, message: 'Add this key to your authenticator app.', ...offered }
      }
      const recoveryCodes = await turnOnTotp(parts, { viewer, meta }, code)
      return { success: true as const, message: 'Your authenticator app is turned on.', recoveryCodes }
    },
  })

  route(context, secondStepApi.endTotp, {
    changes: () => NO_TAGS,
    run: async ({ viewer, meta, body }) => {
      await turnOffTotp(parts, { viewer, meta }, body)
      return { success: true as const, message: 'Your authenticator app is turned off.' }
    },
  })

  route(context, secondStepApi.endFor, {
    changes: () => NO_TAGS,
    object: ({ viewer, param }) => findUser(db, viewer, param('userId')),
    run: async ({ viewer, meta, object: { user }, body }) => {
      await endTotpOf(parts, { viewer, meta, user }, body)
      return { success: true as const, message: `The authenticator app of ${user.username} is turned off.` }
    },
  })

  route(context, secondStepApi.recoveryCodes, {
    changes: () => NO_TAGS,
    run: async ({ viewer, meta, body }) => {
      const recoveryCodes = await renewRecoveryCodes(parts, { viewer, meta }, body)
      return { success: true as const, message: 'Your old recovery codes no longer work.', recoveryCodes }
    },
  })

  route(context, secondStepApi.setPassword, {
    changes: () => NO_TAGS,
    endsSessionsOf: ({ viewer }) => viewer.id,
    run: async ({ viewer, meta, body }) => {
      const updatedUser = await setPassword(parts, { viewer, meta }, body)
      return { success: true as const, message: 'Your password is changed.', updatedUser }
    },
  })
}
