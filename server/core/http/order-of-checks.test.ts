import { expect, test } from 'vitest'
import { openHouse } from '#server/test-house.ts'

test('an unknown call is a 404 and a known one with another method a 405 that says what is allowed', async () => {
  const { ask } = await openHouse()
  const unknown = await ask('GET', '/api/nothing')
  expect(unknown.statusCode).toBe(404)
  expect(unknown.json()).toMatchObject({ success: false, code: 'not_found', message: 'Not found.' })
  const wrong = await ask('DELETE', '/api/auth/login')
  expect(wrong.statusCode).toBe(405)
  expect(wrong.headers.allow).toBe('POST')
})
