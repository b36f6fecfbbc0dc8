import { passkeyHost } from '#contract/account/passkey-host.ts'

/** The site, as browsers identify it for passkeys. */
export interface RelyingParty {
  /** The host of the public address. A passkey works on its own host only. */
  id: string
  name: string
  origin: string
}

/** `undefined` where passkeys do not work. */
export function relyingPartyOf(origin: string, name: string): RelyingParty | undefined {
  const id = passkeyHost(origin)
  return id === undefined ? undefined : { id, name, origin: new URL(origin).origin }
}
