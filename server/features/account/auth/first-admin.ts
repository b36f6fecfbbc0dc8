import { ADMIN_PASSWORD_ADVISED } from '#contract/account/auth.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { addUser, emailIsTaken } from '#server/features/account/users/users.ts'
import type { Images } from '#server/features/media/media.ts'
import { drawPortrait } from '#server/features/media/portrait.ts'
import { AppError } from '#server/http/app-error.ts'

const NAME = 'Admin'

interface FirstAdmin {
  db: Db
  images: Images
  config: { ADMIN_EMAIL?: string | undefined; ADMIN_PASSWORD?: string | undefined }
  log: RequestMeta['log']
  warn: (line: string) => void
}

/**
 * Creates the admin of ADMIN_EMAIL and ADMIN_PASSWORD if that address has no account; never changes an existing one. Writes
 * the audit log as for every other admin.
 */
export async function ensureFirstAdmin({ db, images, config, log, warn }: FirstAdmin): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
  if (email === undefined || password === undefined) return
  if (await emailIsTaken(db, email)) return
  if ([...password].length < ADMIN_PASSWORD_ADVISED) {
    warn(
      `ADMIN_PASSWORD has fewer than ${ADMIN_PASSWORD_ADVISED} characters: an admin should have a longer one.`,
    )
  }
  const id = newId()
  const passwordHash = await hashPassword(password)
  const photo = await images.saveDrawing(drawPortrait(NAME), { kind: 'portrait', ownerId: id })
  const meta = { requestId: 'start', network: 'start', agent: 'ADMIN_EMAIL', log }
  await transaction(db, async (trx) => {
    const admin = { id, username: NAME, email, passwordHash, role: 'Student', photo } as const
    await addUser(trx, { ...admin, isAdmin: true, isVerified: true })
    await audit(trx, meta, { action: 'admin.made', subject: id })
  }).catch((error: unknown) => {
    // Another node of the site created the admin at the same time.
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
  })
}
