import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Reads the client's address, as `request.ip` does: the peer, or the address that a trusted proxy names (TRUST_PROXY). */
export function addressReader(trusted: string[]): (request: IncomingMessage) => string {
  if (trusted.length === 0) return ({ socket }) => socket.remoteAddress ?? ''
  const trusts = proxyAddr.compile(trusted)
  return (request) => proxyAddr(request, trusts)
}

/**
 * The network that a rate limit counts: an IPv4 address, or the /64 of an IPv6 address, because one home has a whole /64
 * (security.md section 3).
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address
  const plain = address.replace(/^::ffff:/i, '').replace(/%.*$/, '')
  if (isIPv4(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const start = head.split(':').filter(Boolean)
  const end = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  const groups = tail === undefined ? start : [...start, ...zeros, ...end]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
