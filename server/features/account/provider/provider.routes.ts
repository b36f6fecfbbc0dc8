import { providerApi } from '#contract/account/provider.ts'
import { PROVIDER } from '#contract/account/provider-messages.ts'
import { cookieName, endedCookie } from '#server/auth/browser-cookie.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { NO_STORE } from '#server/http/respond.ts'
import { route } from '#server/http/route.ts'
import { beginFlow, endFlow } from './flow.ts'
import { connect, disconnect, listIdentities, ownIdentity } from './identities.ts'
import { useLoginLink } from './login-link.ts'
import { type ProviderParts, requireProvider } from './provider-parts.ts'
import { useTicket } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { testProvider } from './test-connection.ts'

const LOGGED_IN = { success: true as const, message: 'You are logged in.' }

export function providerRoutes(context: AppContext): void {
  const parts = (): ProviderParts => ({
    ...context,
    asksToConfirm: false,
    provider: requireProvider(context),
  })

  route(context, providerApi.begin, {
    run: async ({ param, query: { purpose = 'login' }, meta, header }) => {
      const client = requireProvider(context, param('provider'))
      const { location, cookie } = await beginFlow({ db: context.db, client }, purpose, meta)
      header('location', location)
      header('cache-control', NO_STORE)
      if (cookie !== undefined) header('set-cookie', cookie)
      return ''
    },
  })

  route(context, providerApi.callback, {
    run: async ({ param, query, meta, header }) => {
      const client = requireProvider(context, param('provider'))
      const texts = Object.entries(query).flatMap(([key, value]) =>
        typeof value === 'string' ? [[key, value]] : [],
      )
      const location = await endFlow({ db: context.db, client }, new URLSearchParams(texts).toString(), meta)
      header('location', location)
      header('cache-control', NO_STORE)
      return ''
    },
  })

  route(context, providerApi.ticket, {
    changes: () => NO_TAGS,
    endsSessionsOf: (_asking, reply) => ('_id' in reply ? reply._id : ''),
    run: async ({ body: { ticket }, meta, header }) => {
      const { provider, ...own } = parts()
      header('set-cookie', endedCookie(cookieName(provider.config.redirectUri)))
      const found = await useTicket({ provider, ...own }, ticket, meta)
      return 'signup' in found ? found : { ...LOGGED_IN, ...found }
    },
  })

  route(context, providerApi.signUp, {
    run: async ({ body: draft, image, meta }) => ({
      ...LOGGED_IN,
      ...(await signUp(parts(), { draft, image, meta })),
    }),
  })

  route(context, providerApi.useLink, {
    changes: () => NO_TAGS,
    endsSessionsOf: (_asking, { _id }) => _id,
    run: async ({ body: { token }, meta }) => ({
      ...LOGGED_IN,
      ...(await useLoginLink({ ...context, asksToConfirm: false }, token, meta)),
    }),
  })

  identityRoutes(context, parts)
  stateRoutes(context)
}

function identityRoutes(context: AppContext, parts: () => ProviderParts): void {
  route(context, providerApi.identities, {
    run: async ({ viewer }) => ({
      identities: context.provider ? await listIdentities(parts(), viewer) : [],
    }),
  })

  route(context, providerApi.connect, {
    endsSessionsOf: ({ viewer }) => viewer.id,
    run: async ({ viewer, meta, body }) => {
      const identity = await connect(parts(), { viewer, meta }, body)
      return { success: true as const, message: `${identity.label} is connected.`, identity }
    },
  })

  route(context, providerApi.disconnect, {
    object: async ({ viewer, param }) =>
      context.provider && param('provider') === PROVIDER ? ownIdentity(parts(), viewer) : undefined,
    endsSessionsOf: ({ viewer }) => viewer.id,
    run: async ({ viewer, meta, object: row, body: proof }) => {
      await disconnect(parts(), { viewer, meta }, { row, proof })
      return { success: true as const, message: 'Your account is disconnected.' }
    },
  })
}

/** How the provider is connected, for admins. */
function stateRoutes(context: AppContext): void {
  const { provider, allowsPasswords } = context

  route(context, providerApi.state, {
    run: async () => {
      if (!provider) return { provider: null, passwordLogin: allowsPasswords }
      const { clientSecret: _secret, ...shown } = provider.config
      return { provider: shown, passwordLogin: allowsPasswords }
    },
  })

  route(context, providerApi.test, {
    changes: () => NO_TAGS,
    run: async ({ meta }) => testProvider(requireProvider(context), meta),
  })
}
