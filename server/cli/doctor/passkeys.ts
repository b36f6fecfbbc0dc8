import { passkeyHost } from '#contract/account/passkey-host.ts'
import { countOf } from '#contract/format.ts'
import { type Config, originOf } from '#server/config.ts'
import type { Db } from '#server/data/database.ts'
import { type Finding, note, ok } from './finding.ts'
import { countPasskeys } from './passkeys.queries.ts'

const ADVICE = 'Set PUBLIC_URL back, or tell these users to log in in another way and add a new passkey.'

/** Passkeys belong to the host that they were made for, and work on no other. */
export async function lookAtPasskeys(db: Db, config: Config): Promise<Finding[]> {
  const host = passkeyHost(originOf(config))
  const elsewhere = (await countPasskeys(db)).filter((each) => each.host !== host)
  if (elsewhere.length === 0) return [ok('Every passkey belongs to the address of this site.')]
  const here = host === undefined ? 'at this address' : `on ${host}`
  return elsewhere.map((each) =>
    note(`${countOf(each.n, 'passkey')} for ${each.host} cannot be used ${here}.`, ADVICE),
  )
}
