import { expect, test } from 'vitest'
import { openTestApp } from '#server/test-app.ts'
import { pageHeaders, withoutQueries } from './link-key.ts'

const HEADERS = {
  'cache-control': 'public, max-age=0, must-revalidate',
  etag: 'W/"1"',
  vary: 'Accept-Encoding',
}
const SECRET = 'aVerySecretKey'

test.each([
  '/playlist-details/1?key=a',
  '/playlist-details/1?x=1&key=',
  '/?%6Bey=a',
  '/watch-video/1/2?k%65y=a',
])('nobody keeps, lists or passes on the page of a link: %s', (address) => {
  expect(pageHeaders(address, HEADERS)).toEqual({
    vary: 'Accept-Encoding',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
})

test.each(['/', '/playlist-details/key', '/courses?monkey=1', '/course-search?q=key=1'])(
  'other pages keep their headers: %s',
  (address) => {
    expect(pageHeaders(address, HEADERS)).toBe(HEADERS)
  },
)

test('the log has no key of a link, whatever happens to the request', async () => {
  const lines: string[] = []
  const { app, request } = await openTestApp({ log: (line) => lines.push(line) })
  app.get('/robots.txt', () => {
    throw new Error('Broken.')
  })
  const id = 'a'.repeat(24)
  for (const path of [
    `/api/playlists/${id}`,
    `/api/playlists/${id}/courses`,
    '/api/nothing',
    '/robots.txt',
    '/%',
  ])
    await request('GET', `${path}?key=${SECRET}`)
  await request('PUT', `/api/playlists/${id}?key=${SECRET}`, {})
  app.log.warn({ req: { method: 'GET', url: `/playlist-details/${id}?key=${SECRET}` } }, 'aborted')
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.filter((line) => line.includes(SECRET))).toEqual([])
})

test('a report of the content policy is logged without queries', () => {
  const report = JSON.stringify({
    'csp-report': {
      'document-uri': `https://lectern.example/playlist-details/1?key=${SECRET}`,
      referrer: `https://lectern.example/?key=${SECRET}&x=1`,
      'blocked-uri': 'https://evil.example/a.js',
    },
  })
  const logged = withoutQueries(report)
  expect(JSON.parse(logged)['csp-report']).toEqual({
    'document-uri': 'https://lectern.example/playlist-details/1',
    referrer: 'https://lectern.example/',
    'blocked-uri': 'https://evil.example/a.js',
  })
})
