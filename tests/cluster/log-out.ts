import { z } from 'zod'
import { send } from '#tests/faults/client.ts'
import { percentile, until } from '#tests/faults/reading.ts'
import { ADMIN } from '#tests/faults/site.ts'
import type { ClusterCheck } from './check.ts'

const ROUNDS = 20

const Login = z.object({ token: z.string() })

export const logOut: ClusterCheck = {
  id: 'log-out',
  title: 'a log-out on one node ends the session on the other',
  async run({ nodes: [a, b] }) {
    const times: number[] = []
    for (let n = 0; n < ROUNDS; n += 1) {
      const answer = await send(`${a.url}/api/auth/login`, 'POST', { json: ADMIN })
      const { token } = Login.parse(answer?.body)
      const isIn = async () => (await send(`${b.url}/api/auth/sessions`, 'GET', { token }))?.status === 200
      if (!(await isIn())) return { held: false, figures: 'the other node did not know a session' }
      await send(`${a.url}/api/auth/logout`, 'POST', { token })
      times.push(await until(async () => !(await isIn()), 5000))
    }
    times.sort((one, other) => one - other)
    const slowest = percentile(times, 1)
    return {
      held: slowest <= 1000,
      figures: `${ROUNDS} sessions, ended on the other node at most ${Math.round(slowest)} ms after the answer`,
    }
  },
}
