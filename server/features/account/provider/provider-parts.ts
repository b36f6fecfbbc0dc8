import { PROVIDER } from '#contract/account/provider-messages.ts'
import type { AppContext } from '#server/context.ts'
import type { AuthParts } from '#server/features/account/auth/auth-parts.ts'
import { AppError } from '#server/http/app-error.ts'
import type { ProviderClient } from './provider-client.ts'

/** The services that a sign-in with the provider needs. */
export interface ProviderParts extends AuthParts, Pick<AppContext, 'invalidation'> {
  provider: ProviderClient
}

/** The provider of an address. Throws `not_found` for another one, and where the site has none. */
export function requireProvider(
  { provider }: Pick<AppContext, 'provider'>,
  name: string = PROVIDER,
): ProviderClient {
  if (!provider || name !== PROVIDER) throw new AppError('not_found', 'This site has no such sign-in.')
  return provider
}
