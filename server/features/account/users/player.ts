import { PlayerSettings } from '#contract/video/player.ts'
import { PLAYER_DEFAULTS } from '#contract/video/player-defaults.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { readPlayer, writePlayer } from './player.queries.ts'

/** Settings that the user never changed have their defaults, also settings of a newer program. */
const Stored = PlayerSettings.omit({ historyPaused: true }).partial()

/** How the user likes to watch. */
export async function playerSettings(db: Db, userId: string): Promise<PlayerSettings> {
  const { player, history_paused } = await readPlayer(db, userId)
  const stored = Stored.parse(JSON.parse(player ?? '{}'))
  return { ...PLAYER_DEFAULTS, ...stored, historyPaused: history_paused === 1 }
}

/** Changes any of the settings; returns all of them. */
export async function changePlayer(
  db: Db,
  userId: string,
  changes: Partial<PlayerSettings>,
): Promise<PlayerSettings> {
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: userId })
    const settings = { ...(await playerSettings(trx, userId)), ...changes }
    const { historyPaused: isHistoryPaused, ...player } = settings
    await writePlayer(trx, userId, { player: JSON.stringify(player), isHistoryPaused })
    return settings
  })
}
