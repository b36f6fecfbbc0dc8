import { randomBytes } from 'node:crypto'
import type { RequestMeta } from './audit.ts'
import { hashToken } from './session.ts'

const VALUE = /^[\w-]{43}$/
const LIFE_SECONDS = 600

/** `__Host-` needs https, which a site on this machine does not have. */
export function cookieName(origin: string): '__Host-oidc' | 'oidc' {
  return origin.startsWith('https:') ? '__Host-oidc' : 'oidc'
}

function valueIn(cookies: string | undefined, name: string): string | undefined {
  for (const pair of cookies?.split(';') ?? []) {
    const [key, value = ''] = pair.trim().split('=')
    if (key === name && VALUE.test(value)) return value
  }
  return undefined
}

/** The hash of the cookie that ties a sign-in with the provider to one browser; undefined without one. */
export function browserOf({ cookies }: Pick<RequestMeta, 'cookies'>, name: string): string | undefined {
  const value = valueIn(cookies, name)
  return value === undefined ? undefined : hashToken(value)
}

/** The cookie for the browser of a request. Two tabs share it, so that both can sign in. */
export function browserCookie({ cookies }: Pick<RequestMeta, 'cookies'>, name: string) {
  const value = valueIn(cookies, name) ?? randomBytes(32).toString('base64url')
  return { browser: hashToken(value), header: headerOf(name, value, LIFE_SECONDS) }
}

/** Deletes the cookie. */
export function endedCookie(name: string): string {
  return headerOf(name, '', 0)
}

function headerOf(name: string, value: string, seconds: number): string {
  const secure = name.startsWith('__Host-') ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
