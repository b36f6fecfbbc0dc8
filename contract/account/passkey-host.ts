/**
 * The host that the passkeys of a site belong to. `undefined` where browsers allow none: without https (except on localhost)
 * and at an IP address.
 */
export function passkeyHost(origin: string): string | undefined {
  const { hostname, protocol } = new URL(origin)
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  return isSecure && !isAddress ? hostname : undefined
}
