import { passkeyHost } from '#contract/passkey-host.ts'

/** The site as a browser knows it when it makes or uses a passkey. */
export interface RelyingParty {
  /** The host of the public address; a passkey belongs to it for good. */
  id: string
  name: string
  origin: string
}

/** `undefined` where passkeys do not work. */
export function relyingPartyOf(origin: string, name: string): RelyingParty | undefined {
  const id = passkeyHost(origin)
  return id === undefined ? undefined : { id, name, origin: new URL(origin).origin }
}
