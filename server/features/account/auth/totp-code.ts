import type { AppContext } from '#server/context.ts'
import type { TotpRow } from '#server/data/second-step-rows.ts'

const PERIOD_S = 30
/** Accepts the codes of the previous and the next period, because clocks differ. */
const WINDOW = 1

/** A new secret in base32, and the address that an app reads from a QR code. */
export async function newSecret(site: string, user: string): Promise<{ secret: string; address: string }> {
  // Loaded on first use, because most processes never need it.
  const { Secret, TOTP } = await import('otpauth')
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ issuer: site, label: user, secret, period: PERIOD_S })
  return { secret: secret.base32, address: totp.toString() }
}

/** The time step of the code: the number of periods since 1970. `undefined` for a wrong code. */
export async function stepOf(
  { secrets }: Pick<AppContext, 'secrets'>,
  { secret: sealed }: TotpRow,
  typed: string,
): Promise<number | undefined> {
  const token = typed.replace(/\s/g, '')
  const secret = secrets.open(sealed)
  if (!/^\d{6}$/.test(token) || secret === undefined) return undefined
  const { Secret, TOTP } = await import('otpauth')
  const timestamp = Date.now()
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S })
  const delta = totp.validate({ token, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta
}
