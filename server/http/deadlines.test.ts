import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createDeadlines } from './deadlines.ts'

test('an item that ends in time is not late, and any other is late once', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const late: string[] = []
  const { promise: lastIsLate, resolve } = Promise.withResolvers<void>()
  const deadlines = createDeadlines<string>(app, {
    seconds: 0.05,
    onLate(name) {
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
