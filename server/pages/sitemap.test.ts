import { expect, test } from 'vitest'
import { ApprovalStatus } from '#contract/catalog/status.ts'
import { recountTeacher } from '#server/features/catalog/playlists/counts.queries.ts'
import { openTestApp } from '#server/test-app.ts'
import { insertPlaylist } from '#server/test-publications.ts'
import { serveForSearchEngines, sitemap } from './sitemap.ts'

const ORIGIN = 'https://lectern.example'

const addressesIn = (xml: string) =>
  [...xml.matchAll(/<url><loc>([^<]+)<\/loc>(?:<lastmod>[^<]+<\/lastmod>)?<\/url>/g)].map(([, loc]) => loc)

test('the sitemap has the full addresses of public pages only', async () => {
  const site = await openTestApp()
  const { context, request, db, user } = site
  serveForSearchEngines(context, { origin: ORIGIN, publicUrl: ORIGIN })
  const teacher = await user('Ada', 'Teacher')
  const hidden = await user('Tom', 'Teacher')
  const student = await user('Sam')
  const ids = new Map<string, string>()
  for (const status of ApprovalStatus.options)
    ids.set(status, await insertPlaylist(site, { teacher, status }))
  await insertPlaylist(site, { teacher: hidden, status: 'pending' })
  for (const { id } of [teacher, hidden]) await recountTeacher(db, id)

  const answer = await request('GET', '/sitemap.xml')
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(answer.body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset [\s\S]+<\/urlset>\n$/)
  expect(addressesIn(answer.body)).toEqual([
    ...['/', '/courses', '/teachers', '/about', '/contact'].map((path) => `${ORIGIN}${path}`),
    `${ORIGIN}/playlist-details/${ids.get('approved')}`,
    `${ORIGIN}/teacher-profile/${teacher.id}`,
  ])
  for (const id of [ids.get('pending'), ids.get('cancel'), hidden.id, student.id])
    expect(answer.body).not.toContain(id)
  expect((await request('GET', '/robots.txt')).body).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`)
})

test('without PUBLIC_URL robots.txt names no sitemap', async () => {
  const { context, request } = await openTestApp()
  serveForSearchEngines(context, { origin: 'http://localhost:3000', publicUrl: undefined })
  const { body } = await request('GET', '/robots.txt')
  expect(body).toContain('Disallow: /admin')
  expect(body).not.toContain('Sitemap')
})

test('a sitemap of many pages has each playlist once, and never more than the protocol allows', async () => {
  const site = await openTestApp()
  const { db, user } = site
  const teacher = await user('Ada', 'Teacher')
  const first = await insertPlaylist(site, { teacher })
  const { shown: _computed, ...row } = await db
    .selectFrom('playlists')
    .selectAll()
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  const more = Array.from({ length: 2100 }, (_, n) => ({
    ...row,
    id: (n + 1).toString(16).padStart(24, '0'),
  }))
  for (let start = 0; start < more.length; start += 300)
    await db
      .insertInto('playlists')
      .values(more.slice(start, start + 300))
      .execute()
  const read = async (max?: number) => addressesIn((await Array.fromAsync(sitemap(db, ORIGIN, max))).join(''))
  const all = await read()
  expect(all).toHaveLength(5 + 2101 + 1)
  expect(new Set(all).size).toBe(all.length)
  expect(await read(1500)).toEqual(all.slice(0, 1500))
})
