import { z } from 'zod'
import { picture, send } from '#tests/faults/client.ts'
import { percentile, until } from '#tests/faults/reading.ts'
import { ADMIN } from '#tests/faults/site.ts'
import type { ClusterCheck } from './check.ts'

const ROUNDS = 10
const ACCOUNT = { email: 'suspended@example.org', password: 'a-long-winding-road-twice' }

const Login = z.object({ _id: z.string(), token: z.string() })

async function logIn(url: string, account: { email: string; password: string }) {
  return Login.parse((await send(`${url}/api/auth/login`, 'POST', { json: account }))?.body)
}

export const suspension: ClusterCheck = {
  id: 'suspension',
  title: 'a suspension on one node stops the tokens of the user on the other',
  async run({ nodes: [a, b] }) {
    const { password } = ACCOUNT
    const form = {
      ...ACCOUNT,
      confirmPassword: password,
      username: 'Sus Pended',
      profilePhoto: await picture(),
    }
    await send(`${a.url}/api/auth/register`, 'POST', { form })
    const admin = await logIn(a.url, ADMIN)
    const times: number[] = []
    for (let n = 0; n < ROUNDS; n += 1) {
      const { _id, token } = await logIn(a.url, ACCOUNT)
      const isIn = async () => (await send(`${b.url}/api/auth/sessions`, 'GET', { token }))?.status === 200
      if (!(await isIn())) return { held: false, figures: 'the other node did not know a session' }
      const set = (suspended: boolean) =>
        send(`${a.url}/api/admin/users/${_id}/suspended`, 'PUT', {
          token: admin.token,
          json: { suspended, reason: 'A check.', password: ADMIN.password },
        })
      if ((await set(true))?.status !== 200) return { held: false, figures: 'the suspension was rejected' }
      times.push(await until(async () => !(await isIn()), 5000))
      const again = await send(`${b.url}/api/auth/login`, 'POST', { json: ACCOUNT })
      if (again?.status !== 403) return { held: false, figures: 'the other node let the user log in' }
      await set(false)
    }
    times.sort((one, other) => one - other)
    const slowest = percentile(times, 1)
    return {
      held: slowest <= 1000,
      figures: `${ROUNDS} suspensions, seen by the other node at most ${Math.round(slowest)} ms after the answer`,
    }
  },
}
