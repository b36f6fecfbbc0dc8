import { isIP } from 'node:net'

/** The site as a browser knows it when it makes or uses a passkey. */
export interface RelyingParty {
  /** The host of the public address; a passkey belongs to it for good. */
  id: string
  name: string
  origin: string
}

interface Site {
  PUBLIC_URL?: string | undefined
  PORT: number
  SITE_NAME: string
}

/** `undefined` where browsers allow no passkeys: without https, except on localhost, and under an IP address. */
export function relyingPartyOf({ PUBLIC_URL, PORT, SITE_NAME }: Site): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(PUBLIC_URL ?? `http://localhost:${PORT}`)
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  const isHost = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  return isSecure && isHost ? { id: hostname, name: SITE_NAME, origin } : undefined
}
