import type { RelyingParty } from '#server/auth/passkeys.ts'
import { hasPassword } from '#server/auth/passwords.ts'
import type { AppContext } from '#server/context.ts'
import type { PasskeyRow } from '#server/data/account-rows.ts'
import type { Db } from '#server/data/database.ts'
import { identitiesOf } from '#server/features/account/provider/identities.queries.ts'
import { passkeysOf } from './second-step.queries.ts'

type Parts = Pick<AppContext, 'allowsPasswords' | 'passkeys' | 'provider'>

/** Whether a user can log in without this passkey, or without the provider where none is given. */
export async function hasOtherWayIn(
  trx: Db,
  { allowsPasswords, passkeys, provider }: Parts,
  { account, without }: { account: { id: string; password_hash: string }; without?: PasskeyRow },
): Promise<boolean> {
  if (allowsPasswords && hasPassword(account.password_hash)) return true
  const own = await passkeysOf(trx, account.id)
  if (own.some((row) => row.id !== without?.id && isUsable(row, passkeys.relyingParty))) return true
  return without !== undefined && provider !== undefined && (await identitiesOf(trx, account.id)).length > 0
}

/** Whether a passkey works at this address. */
export function isUsable({ rp_id, disabled_at }: PasskeyRow, party: RelyingParty | undefined): boolean {
  return rp_id === party?.id && disabled_at === null
}
