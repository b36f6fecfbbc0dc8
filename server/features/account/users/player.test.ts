import { expect, test } from 'vitest'
import { PLAYER_DEFAULTS } from '#contract/video/player-defaults.ts'
import { openTestApp } from '#server/test-app.ts'

test('any of the player settings can be changed, and the others stay', async () => {
  const student = await (await openTestApp()).user('Sam')
  const read = async () => (await student.request('GET', '/api/users/me/player')).json()
  const change = async (body: object) => student.request('PUT', '/api/users/me/player', body)
  expect(await read()).toEqual(PLAYER_DEFAULTS)
  expect((await change({ rate: 1.25, captions: 'en' })).json()).toEqual({
    ...PLAYER_DEFAULTS,
    rate: 1.25,
    captions: 'en',
  })
  await change({ historyPaused: true, autoplay: true })
  await change({ captions: null })
  await change({})
  expect(await read()).toEqual({ ...PLAYER_DEFAULTS, rate: 1.25, autoplay: true, historyPaused: true })
  const wrong = await change({ autoplay: 'sometimes' })
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json()).toMatchObject({ message: 'Autoplay must be true or false.' })
})

test('the look of captions is kept, and must be one that exists', async () => {
  const student = await (await openTestApp()).user('Sam')
  const change = async (body: object) => student.request('PUT', '/api/users/me/player', body)
  const look = { captionsLast: 'de', captionsSize: 'xl', captionsGround: 'soft', captionsPlace: 'over' }
  expect((await change(look)).json()).toEqual({ ...PLAYER_DEFAULTS, ...look })
  expect((await change({ captionsLast: null })).json()).toEqual({
    ...PLAYER_DEFAULTS,
    ...look,
    captionsLast: null,
  })
  for (const [body, message] of [
    [{ captionsSize: 'xxl' }, 'The size of captions must be s, m, l or xl.'],
    [{ captionsGround: 'red' }, 'The background of captions must be solid, soft or none.'],
    [{ captionsPlace: 'above' }, 'The place of captions must be strip or over.'],
  ] as const) {
    const wrong = await change(body)
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, message])
  }
})

test('changes at once all arrive', async () => {
  const student = await (await openTestApp()).user('Sam')
  const changes = [{ rate: 2 }, { volume: 0.5 }, { muted: true }, { captions: 'de' }, { panel: 'notes' }]
  await Promise.all(changes.map((change) => student.request('PUT', '/api/users/me/player', change)))
  expect((await student.request('GET', '/api/users/me/player')).json()).toEqual({
    ...PLAYER_DEFAULTS,
    ...Object.assign({}, ...changes),
  })
})
