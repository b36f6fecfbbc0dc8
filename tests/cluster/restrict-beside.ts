import { publish, send } from '#tests/faults/client.ts'

/**
 * What happens to a playlist that its teacher restricts while two versions run: refused by the newer one, hidden by both,
 * or served to visitors although it is restricted.
 */
export type Restricted = 'refused' | 'hidden' | 'served'

interface Beside {
  /** The addresses of the two nodes. */
  newer: string
  older: string
  token: string
}

/** A node of a version without visibility would serve a restricted playlist, so the newer one must refuse to restrict it. */
export async function restrictBeside({ newer, older, token }: Beside): Promise<Restricted> {
  const { playlistId } = await publish(newer, token)
  const path = `/api/playlists/${playlistId}`
  const json = { visibility: 'members' }
  const answer = await send(`${newer}${path}/visibility`, 'PUT', { token, json })
  if (answer?.status === 409) return 'refused'
  if (answer?.status !== 200) throw new Error(`The playlist could not be restricted: ${answer?.status}`)
  const served = await Promise.all([newer, older].map((url) => send(`${url}${path}`, 'GET')))
  return served.every((page) => page?.status === 404) ? 'hidden' : 'served'
}
