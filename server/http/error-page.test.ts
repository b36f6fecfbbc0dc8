import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { AppError, busy } from './app-error.ts'
import { registerErrors } from './errors.ts'

function openServer() {
  const app = Fastify()
  onTestFinished(() => app.close())
  registerErrors(app, { onRejected: async () => undefined, onDamaged: () => undefined })
  app.get('/courses', async () => {
    throw busy(2)
  })
  app.get('/odd', async () => {
    throw new AppError('invalid', 'Not <b>this</b> & that.')
  })
  app.get('/api/playlists', async () => {
    throw busy(2)
  })
  return app
}

test('a page that cannot be served now shows a message, with the same status and headers', async () => {
  const answer = await openServer().inject({ url: '/courses', headers: { accept: 'text/html,*/*;q=0.8' } })
  expect(answer.statusCode).toBe(503)
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '2' })
  expect(answer.body).toContain('<h1>The server is busy. Please try again in 2 seconds.</h1>')
})

test('a program, or a call of the API, is answered in the usual form', async () => {
  const app = openServer()
  expect((await app.inject('/courses')).json()).toMatchObject({ code: 'busy' })
  const call = await app.inject({ url: '/api/playlists', headers: { accept: 'text/html' } })
  expect(call.json()).toMatchObject({ code: 'busy' })
})

test('a sentence stays text', async () => {
  const answer = await openServer().inject({ url: '/odd', headers: { accept: 'text/html' } })
  expect(answer.body).toContain('<h1>Not &lt;b>this&lt;/b> &amp; that.</h1>')
})
