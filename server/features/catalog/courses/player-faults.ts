import { Counter } from 'prom-client'

export type PlayerFaults = Counter<'code'>

/** Counts the videos that did not play, by the reason that the player gave. */
export function countPlayerFaults(): PlayerFaults {
  return new Counter({
    name: 'lectern_player_faults_total',
    help: 'Videos that did not play.',
    labelNames: ['code'],
    registers: [],
  })
}
