import type { Reauth } from '#contract/account/reauth.ts'
import type { CallReply } from '#contract/api.ts'
import { LOGIN_REQUIRED } from '#contract/messages.ts'
import type { RequestMeta } from '#server/auth/audit.ts'
import { CHALLENGE_LIFE_MS, newChallenge } from '#server/auth/challenges.ts'
import type { Passkeys, RelyingParty } from '#server/auth/passkeys.ts'
import { reauthenticate } from '#server/auth/reauth.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { PasskeyRow } from '#server/data/account-rows.ts'
import { AppError } from '#server/http/app-error.ts'
import type { AuthParts } from './auth-parts.ts'
import { findLoginAccount, passkeysOf } from './second-step.queries.ts'

/** The data of a challenge if its user has confirmed who they are. */
export const CONFIRMED = 'confirmed'
const NOT_HERE = 'Passkeys do not work at this address.'
/** EdDSA, ES256 and RS256, as numbered by COSE. */
export const ALGORITHMS = [-8, -7, -257]

type Options = CallReply<'passkeys.options'>

/** Throws `conflict` where browsers allow no passkeys. */
export function requireParty({ relyingParty }: Passkeys): RelyingParty {
  if (!relyingParty) throw new AppError('conflict', NOT_HERE)
  return relyingParty
}

interface Asked {
  viewer: Viewer | undefined
  meta: RequestMeta
  purpose: 'login' | 'register' | 'confirm'
}

/** A challenge to log in, to add a passkey or to confirm who the user is. Throws `login_required` unless it is for a login. */
export async function passkeyOptions(
  parts: AuthParts,
  { viewer, meta, purpose }: Asked,
  proof: Reauth,
): Promise<Options> {
  const party = requireParty(parts.passkeys)
  if (purpose === 'login') return request(party, await newChallenge(parts.db, { kind: 'login' }))
  if (!viewer) throw new AppError('login_required', LOGIN_REQUIRED)
  if (purpose === 'register') return creation(parts, { viewer, meta, party }, proof)
  const own = await usableOf(parts, viewer, party)
  const challenge = await newChallenge(parts.db, { kind: 'confirm', userId: viewer.id })
  return request(party, challenge, own)
}

function request({ id: rpId }: RelyingParty, challenge: string, own: PasskeyRow[] = []): Options {
  const allowed = own.length > 0 && { allowCredentials: own.map(descriptor) }
  return {
    challenge,
    request: { challenge, rpId, timeout: CHALLENGE_LIFE_MS, userVerification: 'required', ...allowed },
  }
}

async function creation(
  parts: AuthParts,
  { viewer, meta, party }: { viewer: Viewer; meta: RequestMeta; party: RelyingParty },
  proof: Reauth,
): Promise<Options> {
  const { db } = parts
  const isConfirmed = Object.values(proof).some((given) => given !== undefined)
  if (isConfirmed) await reauthenticate(parts, { viewer, meta }, proof)
  const own = await usableOf(parts, viewer, party)
  const account = await findLoginAccount(db, viewer.id)
  const data = isConfirmed ? CONFIRMED : ''
  const challenge = await newChallenge(db, { kind: 'register', userId: viewer.id, data })
  return {
    challenge,
    creation: {
      challenge,
      timeout: CHALLENGE_LIFE_MS,
      rp: { id: party.id, name: await parts.settings.get('siteName') },
      user: {
        id: Buffer.from(viewer.id).toString('base64url'),
        name: account?.email ?? viewer.username,
        displayName: viewer.username,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: own.map(descriptor),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  }
}

async function usableOf({ db }: AuthParts, viewer: Viewer, party: RelyingParty): Promise<PasskeyRow[]> {
  const own = await passkeysOf(db, viewer.id)
  return own.filter(({ rp_id, disabled_at }) => rp_id === party.id && disabled_at === null)
}

function descriptor({ credential_id: id, transports }: PasskeyRow) {
  return { id, type: 'public-key' as const, transports: transportsIn(transports) }
}

function transportsIn(json: string): string[] {
  const found: unknown = JSON.parse(json)
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : []
}
