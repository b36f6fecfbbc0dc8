import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createDeadlines } from './deadlines.ts'

test('what ended in time is let be, what did not is late, once', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const late: string[] = []
  const { promise: lastIsLate, resolve } = Promise.withResolvers<void>()
  const deadlines = createDeadlines<string>(app, {
    seconds: 0.05,
    late(name) {
      late.push(name)
      if (name === 'last') resolve()
    },
  })
  for (const name of ['ended', 'forgotten']) deadlines.begin(name)
  deadlines.end('ended')
  await expect.poll(() => late).toEqual(['forgotten'])
  deadlines.begin('last')
  await lastIsLate
  expect(late).toEqual(['forgotten', 'last'])
})
