import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { z } from 'zod'
import { isLoopback } from '#server/http/loopback.ts'

/** How the operator has connected the provider. */
export interface ProviderConfig {
  issuer: string
  clientId: string
  clientSecret: string
  label: string
  scopes: string
  claim: string
  /** The address that the provider sends people back to. It never comes from a request. */
  redirectUri: string
}

/** What a sign-in is checked against. */
export interface Proofs {
  state: string
  nonce: string
  verifier: string
}

/** What the provider says about a person. */
export interface Claims {
  issuer: string
  subject: string
  /** Empty without one. */
  email: string
  isVerified: boolean
  name: string
  /** The values of the claim that gives groups and roles. */
  values: string[]
  /** When the person last entered their password or the like there, in seconds; undefined where the provider does not say. */
  signedInAt: number | undefined
}

export interface ProviderClient {
  readonly config: ProviderConfig
  /** The address to send a person to. With `again`, the provider asks who they are even if it knows. */
  addressFor(proofs: Proofs, again: boolean): Promise<URL>
  /** Checks the answer of the provider and exchanges its code. Throws for an answer to another sign-in. */
  finish(query: URLSearchParams, proofs: Proofs): Promise<Claims>
  /** Asks the provider for its addresses and keys. */
  test(): Promise<void>
}

const TIMEOUT_SECONDS = 5
const KEPT_MS = 60 * 60_000
const ANSWER_MAX_BYTES = 512 * 1024
const VALUES_MAX = 1000
/** How old a sign-in may be that confirms who somebody is, where the provider says how old it is. */
export const CONFIRM_MAX_SECONDS = 300

const load = () => import('openid-client')

/** Talks to the one provider of the site. Its addresses are read once an hour. */
export function createProviderClient(config: ProviderConfig): ProviderClient {
  let kept: { configuration: Promise<Configuration>; readAt: number } | undefined
  const current = () => {
    if (kept && performance.now() - kept.readAt <= KEPT_MS) return kept.configuration
    const reading = { configuration: discover(config), readAt: performance.now() }
    kept = reading
    reading.configuration.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading.configuration
  }

  return {
    config,
    async addressFor({ state, nonce, verifier }, again) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await load()
      return buildAuthorizationUrl(await current(), {
        redirect_uri: config.redirectUri,
        scope: config.scopes,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(again && { prompt: 'login', max_age: String(CONFIRM_MAX_SECONDS) }),
      })
    },
    async finish(query, { state, nonce, verifier }) {
      const { authorizationCodeGrant, fetchUserInfo } = await load()
      const configuration = await current()
      const address = new URL(config.redirectUri)
      address.search = query.toString()
      const tokens = await authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const own = tokens.claims()
      if (!own) throw new Error('The provider sent no ID token.')
      const more = configuration.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(configuration, tokens.access_token, own.sub)
        : {}
      return claimsOf({ ...more, ...own }, config.claim)
    },
    async test() {
      await readKeys(config, await discover(config))
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: ProviderConfig): Promise<Configuration> {
  const oidc = await load()
  const hosts = new Set([new URL(issuer).host])
  const isLocal = isLoopback(new URL(issuer).hostname)
  const [post, basic] = [oidc.ClientSecretPost(clientSecret), oidc.ClientSecretBasic(clientSecret)]
  const authenticate: ClientAuth = (server, ...request) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
    return (takesPost ? post : basic)(server, ...request)
  }
  const configuration = await oidc.discovery(new URL(issuer), clientId, undefined, authenticate, {
    timeout: TIMEOUT_SECONDS,
    execute: isLocal ? [oidc.allowInsecureRequests] : [],
    [oidc.customFetch]: fetchFrom(hosts),
  })
  const { token_endpoint, jwks_uri, userinfo_endpoint } = configuration.serverMetadata()
  for (const address of [token_endpoint, jwks_uri, userinfo_endpoint])
    if (address !== undefined) hosts.add(new URL(address).host)
  return configuration
}

/** Asks only the hosts of the issuer, and those that it names itself. */
function fetchFrom(hosts: ReadonlySet<string>): CustomFetch {
  return async (address, { body, ...options }) => {
    if (!hosts.has(new URL(address).host)) throw new Error('This host does not belong to the provider.')
    // The library sends forms only.
    const form = body instanceof URLSearchParams ? { body } : {}
    return limited(await fetch(address, { ...options, ...form, redirect: 'manual' }))
  }
}

/** Answers are small, so a long one is an error. */
async function limited(answer: Response): Promise<Response> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_MAX_BYTES) throw new Error('The answer of the provider is too long.')
    chunks.push(chunk)
  }
  const { status, headers } = answer
  return new Response(bytes === 0 ? null : new Blob(chunks), { status, headers })
}

async function readKeys({ issuer }: ProviderConfig, configuration: Configuration): Promise<void> {
  const { jwks_uri } = configuration.serverMetadata()
  if (jwks_uri === undefined) throw new Error(`${issuer} names no keys.`)
  const answer = await fetch(jwks_uri, {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
  })
  if (!answer.ok) throw new Error(`Its keys answered ${answer.status}.`)
  await answer.body?.cancel()
}

const Text = z.string().catch('')
const RawClaims = z.object({
  iss: z.string(),
  sub: z.string(),
  email: Text,
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false),
  name: Text,
  preferred_username: Text,
  auth_time: z.number().optional().catch(undefined),
})
const Values = z.union([z.array(z.unknown()), z.string().transform((value): unknown[] => [value])]).catch([])

function claimsOf(raw: Record<string, unknown>, claim: string): Claims {
  const { iss, sub, email, email_verified, name, preferred_username, auth_time } = RawClaims.parse(raw)
  const values = Values.parse(raw[claim]).filter((value): value is string => typeof value === 'string')
  return {
    issuer: iss,
    subject: sub,
    email,
    isVerified: email_verified,
    name: name || preferred_username,
    values: [...new Set(values)].slice(0, VALUES_MAX),
    signedInAt: auth_time,
  }
}
