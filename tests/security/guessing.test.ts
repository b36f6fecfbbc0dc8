import { expect, test } from 'vitest'
import { type Answer, expectSound, Form, type RequestInput, send } from './request.ts'
import { openSite, PASSWORD } from './site.ts'

/** Production limits. Each test uses its own networks, because failures count per network, too. */
const site = openSite({ RATE_LIMIT_SCALE: '1' })

async function logIn(
  email: string,
  password: string,
  extras: Pick<RequestInput, 'from' | 'headers'> = {},
): Promise<Answer> {
  const body = { email, password }
  const answer = await send(site().server.port, { method: 'POST', path: '/api/auth/login', body, ...extras })
  expectSound(answer)
  return answer
}

async function guess(
  email: string,
  times: number,
  extras: Pick<RequestInput, 'from' | 'headers'> = {},
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let count = 0; count < times; count += 1)
    answers.push(await logIn(email, `wrong guess ${count}`, extras))
  return answers
}

const statuses = (answers: Answer[]) => answers.map(({ status }) => status)
const times = (count: number, status: number) => Array<number>(count).fill(status)

test('password guessing, one account, one IP', async () => {
  const { email } = site().users.S1
  const from = '127.0.1.1'
  expect(statuses(await guess(email, 7, { from }))).toEqual([...times(5, 401), 429, 429])
  const right = await logIn(email, PASSWORD, { from })
  expect([right.status, right.json.code]).toEqual([429, 'too_many_requests'])
  expect(right.json.message).toMatch(/^Too many requests\. Please try again in \d+ seconds\.$/)
})

test('concurrent guesses get no more tries', async () => {
  const { email } = site().users.S2
  const many = Array.from({ length: 12 }, (_, count) =>
    logIn(email, `at once ${count}`, { from: '127.0.1.2' }),
  )
  expect(statuses(await Promise.all(many)).filter((status) => status === 401)).toHaveLength(5)
})

test('no lock-out DoS: another network’s failures cost the owner nothing', async () => {
  const { email } = site().users.T1
  for (let network = 1; network <= 21; network += 1) await guess(email, 5, { from: `127.0.2.${network}` })
  const stranger = await logIn(email, PASSWORD, { from: '127.0.2.99' })
  expect(stranger.status).toBe(429)
  const owner = await logIn(email, PASSWORD)
  expect(owner.status, owner.text).toBe(200)
})

test('spraying: one network has twenty-five failures for all accounts together', async () => {
  const from = '127.0.3.1'
  const answers: Answer[] = []
  for (let count = 0; count < 27; count += 1) {
    answers.push(await logIn(`nobody-${count}@spray.example`, 'plum tree 44', { from }))
  }
  expect(statuses(answers)).toEqual([...times(25, 401), 429, 429])
})

test('spoofed client IP', async () => {
  const from = '127.0.4.1'
  const answers: Answer[] = []
  for (let count = 0; count < 7; count += 1) {
    const ip = `203.0.113.${count}`
    const headers = { 'x-forwarded-for': ip, 'x-real-ip': ip, forwarded: `for=${ip}`, 'cf-connecting-ip': ip }
    answers.push(await logIn('spoof@people.example', 'wrong guess', { from, headers }))
  }
  expect(statuses(answers)).toEqual([...times(5, 401), 429, 429])
})

test('e-mail variants share one counter', async () => {
  const from = '127.0.5.1'
  const answers: Answer[] = []
  for (const email of [
    'o1@people.example',
    'O1@people.example',
    ' o1@people.example',
    'o1@PEOPLE.example ',
    'O1@PEOPLE.EXAMPLE',
    'o1@people.Example',
  ]) {
    answers.push(await logIn(email, 'wrong guess', { from }))
  }
  expect(statuses(answers)).toEqual([...times(5, 401), 429])
})

test('enumeration by text', async () => {
  const essence = ({ status, headers, text }: Answer) => {
    const { 'x-request-id': id, date: _date, ...others } = headers
    return [status, others, text.replace(String(id), '…')]
  }
  const from = '127.0.6.1'
  const known = await logIn(site().users.M1.email, 'wrong guess', { from })
  const unknown = await logIn('never-seen@people.example', 'wrong guess', { from })
  expect(known.json.message).toBe('Invalid email or password.')
  expect(essence(unknown)).toEqual(essence(known))
  const reset = (email: string) =>
    site().send(undefined, 'POST', '/api/auth/reset', {
      body: { email, code: 'AAAA', newPassword: 'plum tree 44', confirmPassword: 'plum tree 44' },
      from,
    })
  expect(essence(await reset('never-seen@people.example'))).toEqual(
    essence(await reset(site().users.M1.email)),
  )
})

test('old-password guessing with a token', async () => {
  const { id, token, email } = site().users.T2
  const answers: Answer[] = []
  const from = '127.0.7.1'
  for (let count = 0; count < 6; count += 1) {
    const fields = {
      oldPassword: `old guess ${count}`,
      newPassword: 'plum tree 44',
      confirmPassword: 'plum tree 44',
    }
    const body = new Form(fields)
    answers.push(await site().send(undefined, 'PUT', `/api/users/profile/${id}`, { token, body, from }))
  }
  expect(statuses(answers)).toEqual([...times(5, 400), 429])
  expect((await logIn(email, PASSWORD, { from })).status).toBe(429)
  expect((await logIn(email, PASSWORD)).status).toBe(200)
})

test('comment flood', async () => {
  const { CA } = site().ids
  const comment = (who: 'S1' | 'S2' | 'A1', text: string) =>
    site().send(who, 'POST', '/api/comments', { body: { text, courseId: CA } })
  const flood: Answer[] = []
  for (let count = 0; count < 12; count += 1) flood.push(await comment('S1', `Flood ${count}`))
  expect(statuses(flood)).toEqual([...times(10, 201), 429, 429])
  expect((await comment('S2', 'Somebody else is free to speak.')).status).toBe(201)
  for (let count = 0; count < 12; count += 1) expect((await comment('A1', `Admin ${count}`)).status).toBe(201)
})

test('a network can sign up twenty users in ten minutes', async () => {
  const answers: Answer[] = []
  for (let count = 0; count < 21; count += 1) {
    answers.push(
      await site().send(undefined, 'POST', '/api/auth/register', { body: new Form({}), from: '127.0.8.1' }),
    )
  }
  expect(statuses(answers)).toEqual([...times(20, 400), 429])
})

test('a person writes sixty times a minute, and reacts more often', async () => {
  const { ids } = site()
  const answers: Answer[] = []
  for (let count = 0; count < 61; count += 1) {
    answers.push(await site().send('O1', 'PUT', `/api/comments/${ids.CA}`, { body: {} }))
  }
  expect(statuses(answers)).toEqual([...times(60, 404), 429])
  expect((await site().send('O1', 'POST', `/api/courses/${ids.CA}/like`, { body: {} })).status).toBe(200)
})
