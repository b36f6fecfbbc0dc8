import type { Db } from '#server/data/database.ts'
import type { Passkeys } from './passkeys.ts'
import type { Viewer } from './viewer.ts'

/** ADMIN_SECOND_STEP. */
export type AdminSecondStep = 'off' | 'required'

interface Site {
  db: Db
  passkeys: Passkeys
  adminSecondStep: AdminSecondStep
}

/** Returns the viewer, without admin rights if the site requires a second step of admins and they have none. */
export async function withSecondStep(site: Site, viewer: Viewer): Promise<Viewer> {
  const isFine = site.adminSecondStep === 'off' || !viewer.isAdmin || (await hasSecondStep(site, viewer.id))
  return isFine ? viewer : { ...viewer, isAdmin: false, lacksSecondStep: true }
}

/** Whether the user has an authenticator app, or a passkey that works at this address. */
async function hasSecondStep({ db, passkeys }: Site, userId: string): Promise<boolean> {
  const totp = await db
    .selectFrom('totp')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const host = passkeys.relyingParty?.id
  if (totp || host === undefined) return totp !== undefined
  const passkey = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .where('rp_id', '=', host)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return passkey !== undefined
}
