import { expect, test } from 'vitest'
import { standIn } from '#server/test-outside.ts'
import { createOutside } from './outside.ts'

async function outsideOf(answers: Parameters<typeof standIn>[0] = {}) {
  const site = await standIn(answers)
  return { ...site, outside: createOutside({ OUTSIDE: 'on', OUTSIDE_STAND_IN: site.origin }) }
}

test('a listed host is asked with GET, and every status is an answer', async () => {
  const { outside, asked } = await outsideOf({
    '/vimeo.com/api': (response) => response.end('here'),
    '/www.youtube.com/': (response) => response.writeHead(503).end('busy'),
  })
  expect(await outside.get('https://vimeo.com/api/oembed.json?url=a')).toEqual({
    status: 200,
    body: Buffer.from('here'),
  })
  expect(await outside.get('https://www.youtube.com/oembed')).toMatchObject({ status: 503 })
  expect(asked).toEqual(['/vimeo.com/api/oembed.json?url=a', '/www.youtube.com/oembed'])
})

test.each([
  'https://example.org/',
  'https://vimeo.com.example.org/',
  'https://example.org@vimeo.com/',
  'https://vimeo.com@example.org/',
  'https://vimeo.com:8443/',
  'http://vimeo.com/',
  'file:///etc/passwd',
  'https://127.0.0.1/',
  'nonsense',
])('%s is never asked', async (address) => {
  const { outside, asked } = await outsideOf()
  expect(await outside.get(address)).toBeUndefined()
  expect(asked).toEqual([])
})

test('redirects are followed on listed hosts only, and not for ever', async () => {
  const { outside, asked } = await outsideOf({
    '/vimeo.com/moved': (response) =>
      response.writeHead(302, { location: 'https://i.vimeocdn.com/there' }).end(),
    '/i.vimeocdn.com/there': (response) => response.end('there'),
    '/vimeo.com/away': (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    '/vimeo.com/round': (response) => response.writeHead(302, { location: '/round' }).end(),
  })
  expect(await outside.get('https://vimeo.com/moved')).toMatchObject({ body: Buffer.from('there') })
  expect(await outside.get('https://vimeo.com/away')).toBeUndefined()
  expect(await outside.get('https://vimeo.com/round')).toBeUndefined()
  expect(asked.filter((path) => path.endsWith('round'))).toHaveLength(4)
})

test('an answer over 512 KB counts as none', async () => {
  const { outside } = await outsideOf({
    '/i.ytimg.com/fits': (response) => response.end(Buffer.alloc(512 * 1024)),
    '/i.ytimg.com/large': (response) => response.end(Buffer.alloc(512 * 1024 + 1)),
  })
  expect((await outside.get('https://i.ytimg.com/fits'))?.body).toHaveLength(512 * 1024)
  expect(await outside.get('https://i.ytimg.com/large')).toBeUndefined()
})

test('without network, after the caller gave up and with OUTSIDE=off there is no answer and no error', async () => {
  const nowhere = createOutside({ OUTSIDE: 'on', OUTSIDE_STAND_IN: 'http://127.0.0.1:1' })
  expect(await nowhere.get('https://vimeo.com/')).toBeUndefined()
  const { outside, origin, asked } = await outsideOf({ '/vimeo.com/': () => undefined })
  expect(await outside.get('https://vimeo.com/', AbortSignal.abort())).toBeUndefined()
  const off = createOutside({ OUTSIDE: 'off', OUTSIDE_STAND_IN: origin })
  expect(await off.get('https://vimeo.com/')).toBeUndefined()
  expect(asked).toEqual([])
})

test('at most four requests run at once', async () => {
  const { outside, most } = await outsideOf({
    '/vimeo.com/': (response) => void setImmediate(() => response.end('here')),
  })
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => outside.get(`https://vimeo.com/${index}`)),
  )
  expect(answers.every((answer) => answer?.status === 200)).toBe(true)
  expect(most()).toBeLessThanOrEqual(4)
})
