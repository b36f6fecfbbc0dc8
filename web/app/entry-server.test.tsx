// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/core/api-error.ts'
import { ADA, aPlaylist } from '#web/test-content.ts'
import { testContext } from '#web/test-context.tsx'
import { render } from './entry-server.tsx'

afterEach(() => void vi.useRealTimers())

const { call, site } = testContext({
  answers: { 'playlists.list': () => ({ playlists: [], total: 0, nextCursor: null }) },
})

async function page(path: string, by = call) {
  const rendered = await render(path, { call: by, site })
  if (rendered.kind !== 'page') throw new Error('It is no page.')
  return rendered
}

test('a page has its title, its address, its data and links to its own files', async () => {
  const { status, head, html, chunks, state } = await page('/')
  expect(status).toBe(200)
  expect(head).toContain('<title>Home · Lectern</title>')
  expect(head).toContain('<link rel="canonical" href="https://lectern.test/"/>')
  expect(html).toContain('No Courses yet')
  expect(html).not.toMatch(/<title|<meta|\sstyle=|<script/)
  expect(chunks).toEqual(['screens/public/home.tsx'])
  expect(state.answers?.queries).toHaveLength(1)
})

test('unchanged content gives an identical page, whenever it is rendered', async () => {
  vi.useFakeTimers({ now: new Date('2026-01-01T12:00:00Z'), toFake: ['Date'] })
  const first = await page('/')
  vi.setSystemTime(new Date('2026-01-01T12:05:00Z'))
  expect(JSON.stringify(await page('/'))).toBe(JSON.stringify(first))
})

test('an unknown address is Page Not Found with status 404 and leads home', async () => {
  for (const path of ['/no/such/place', '/%0A', '/%E2%80%A8', '/a%0Ab']) {
    const { status, html } = await page(path)
    expect(status, path).toBe(404)
    expect(html, path).toContain('Page Not Found')
    expect(html, path).toMatch(/<a [^>]*href="\/"[^>]*>Back to home/)
    expect(html, path).toMatch(/<main.*<footer/s)
    expect(html, path).not.toContain('style=')
  }
})

test('a missing or hidden resource is Page Not Found; a failure is a server error', async () => {
  const failing = (code: string, status: number) => () =>
    Promise.reject(new ApiError({ status, code, message: 'No.' }))
  expect((await page('/playlist-details/1', failing('not_found', 404))).status).toBe(404)
  expect((await page('/', failing('unexpected', 500))).status).toBe(500)
  expect((await page('/', failing('busy', 503))).status).toBe(503)
})

test.each([
  '/profile/1',
  '/watch-video/1/2',
  '/admin',
  '/admin/teachers',
  '/teacher-dashboard',
  '/update-user/1',
])('the guarded screen %s is rendered as a shell without requests', async (path) => {
  const send = vi.fn(() => Promise.reject(new Error('A shell asks for nothing.')))
  const { status, html } = await page(path, send)
  expect(status).toBe(200)
  expect(html).toContain('<main')
  expect(send).not.toHaveBeenCalled()
})

test('only a playlist has structured data, with the visible content', async () => {
  const context = testContext({
    answers: { 'playlists.get': () => aPlaylist({ title: '</script> & Knots' }) },
  })
  const { data } = await page(`/playlist-details/${aPlaylist()._id}`, context.call)
  expect(data).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Course',
    url: `https://lectern.test/playlist-details/${aPlaylist()._id}`,
    name: '</script> & Knots',
    image: 'https://lectern.test/media/photo.webp',
    author: { name: ADA.username },
    hasPart: [
      { position: 1, name: 'The bowline' },
      { position: 2, name: 'The clove hitch' },
    ],
  })
  expect((await page('/')).data).toBeUndefined()
})

test.each(['unlisted', 'members', 'groups'] as const)(
  'a playlist for %s is no page for search engines',
  async (visibility) => {
    const context = testContext({ answers: { 'playlists.get': () => aPlaylist({ visibility }) } })
    const { status, head, data } = await page(`/playlist-details/${aPlaylist()._id}?key=secret`, context.call)
    expect(status).toBe(200)
    expect(head).toContain('<meta name="robots" content="noindex"/>')
    expect(head).not.toMatch(/canonical|og:url|secret/)
    expect(data).toBeUndefined()
  },
)
