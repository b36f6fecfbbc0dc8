import { hash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/api.ts'
import { finishedPage } from './finished-page.ts'
import { createPages, type Pages } from './pages.ts'

const INDEX = `<!doctype html><html><head><!--head--><script src="/assets/index.js"></script></head><body>
<script>theme()</script><div id="root"><!--page--></div><!--state-->
<template id="scripts"><!--scripts--></template></body></html>`

const MANIFEST = {
  'index.html': { file: 'assets/index.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'] },
  '_card.js': { file: 'assets/card.js', css: ['assets/card.css'], imports: ['_shared.js'] },
  'pages/home.tsx': { file: 'assets/home.js', css: ['assets/home.css'], imports: ['_card.js'] },
}
const sheet = (name: string) => `.${name}{color:red}`

/** Stands for the built pages: what a path renders to is in the path. */
const ENTRY = `let rendered = 0
export async function render(path, { site }) {
  rendered += 1
  if (path === '/broken') throw new Error('A screen failed.')
  if (path === '/old') return { kind: 'redirect', status: 301, location: '/new' }
  const status = path === '/missing' ? 404 : 200
  const state = { site, evil: '</script><script>alert(1)</script>&\\u2028' }
  return { kind: 'page', status, html: '<h1>' + path + ' ' + rendered + '</h1>', head: '<title>T</title>', chunks: ['pages/home.tsx'], state }
}`

let dist: string
const failures: [unknown, string][] = []

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'pages-'))
  await mkdir(join(dist, 'web/.vite'), { recursive: true })
  await mkdir(join(dist, 'web/assets'))
  for (const name of ['shared', 'card', 'home']) {
    await writeFile(join(dist, `web/assets/${name}.css`), sheet(name))
  }
  await mkdir(join(dist, 'ssr'))
  await writeFile(join(dist, 'web/index.html'), INDEX)
  await writeFile(join(dist, 'web/.vite/manifest.json'), JSON.stringify(MANIFEST))
  await writeFile(join(dist, 'ssr/entry-server.js'), ENTRY)
  await writeFile(join(dist, 'package.json'), '{"type":"module"}')
})
afterAll(() => rm(dist, { recursive: true }))

const call: Call = () => Promise.reject(new Error('No page here asks anything.'))

function open(): Promise<Pages> {
  failures.length = 0
  return createPages({
    dist,
    call,
    site: { name: 'A & B', origin: 'https://site.example' },
    onError: (error, path) => failures.push([error, path]),
  })
}

async function html(pages: Pages, path: string): Promise<string> {
  const { body } = await pages.answer(path, {})
  return String(body)
}

const hrefs = (html: string, rel: string, rest = '') =>
  Array.from(
    html.matchAll(new RegExp(`<link rel="${rel}" crossorigin${rest} href="([^"]+)">`, 'g')),
    ([, href]) => href,
  )

test('a page carries its title, its markup, and links to the scripts of its screen for after the first paint', async () => {
  const page = await html(await open(), '/')
  expect(page).toContain('<title>T</title>')
  expect(page).toMatch(/<div id="root"><h1>\/ \d+<\/h1><\/div>/)
  expect(hrefs(page, 'modulepreload')).toEqual(['/assets/card.js', '/assets/home.js'])
  const scripts = /<template id="scripts">(.*?)<\/template>/s.exec(page)?.[1] ?? ''
  expect(hrefs(scripts, 'modulepreload')).toHaveLength(2)
})

test('the styles of a page are in its head, each sheet once, and its policy may allow exactly these', async () => {
  const pages = await open()
  const page = await html(pages, '/')
  const [head = ''] = page.split('</head>')
  const [, rules = ''] = /<style>(.*?)<\/style>/s.exec(head) ?? []
  expect(rules).toBe(['shared', 'card', 'home'].map(sheet).join(''))
  expect(page.match(/<style/g)).toHaveLength(1)
  const { styleHash, headers } = await pages.answer('/', {})
  expect(styleHash).toBe(`'sha256-${hash('sha256', rules, 'base64')}'`)
  expect(await pages.answer('/', { ifNoneMatch: headers.etag })).toMatchObject({ status: 304, styleHash })
})

test('no sheet is fetched for it, and each is named for the screens that come later', async () => {
  const page = await html(await open(), '/')
  const sheets = ['/assets/shared.css', '/assets/card.css', '/assets/home.css']
  expect(hrefs(page, 'stylesheet', ' disabled')).toEqual(sheets)
  expect(page.match(/rel="stylesheet"/g)).toHaveLength(sheets.length)
})

test('an update of the styles alone is another page to who has the former one', async () => {
  const etagOf = async (styleHash: string) => {
    const page = finishedPage({
      path: '/',
      status: 200,
      parts: ['<html>', Buffer.from('a'), '</html>'],
      styleHash,
    })
    return (await page.answer({})).headers.etag
  }
  expect(await etagOf("'sha256-abc='")).toBe(await etagOf("'sha256-abc='"))
  expect(await etagOf("'sha256-abc='")).not.toBe(await etagOf("'sha256-def='"))
})

test('a sheet that would end its element is refused when the site starts to use it', async () => {
  await writeFile(join(dist, 'web/assets/home.css'), '.a::after{content:"</style>"}')
  const pages = await open()
  const { status } = await pages.answer('/', {})
  await writeFile(join(dist, 'web/assets/home.css'), sheet('home'))
  expect(status).toBe(500)
})

test('nothing in the state can end its script', async () => {
  const page = await html(await open(), '/')
  const state = /<script type="application\/json" id="ssr-state">(.*?)<\/script>/s.exec(page)?.[1] ?? ''
  expect(state).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(state)).toMatchObject({ evil: '</script><script>alert(1)</script>&\u2028' })
})

test('a page is rendered once and again after a write', async () => {
  const pages = await open()
  const first = await html(pages, '/')
  expect(await html(pages, '/')).toBe(first)
  pages.invalidate('everything')
  expect(await html(pages, '/')).not.toBe(first)
})

test('it is sent in the encoding that is asked for, and not at all to who has it', async () => {
  const pages = await open()
  const plain = await pages.answer('/', {})
  const brotli = await pages.answer('/', { acceptEncoding: 'gzip, deflate, br' })
  const gzip = await pages.answer('/', { acceptEncoding: 'gzip, br;q=0' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(brotliDecompressSync(brotli.body ?? '')).toEqual(plain.body)
  expect(gunzipSync(gzip.body ?? '')).toEqual(plain.body)
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-type': 'text/html; charset=utf-8' })
  const again = await pages.answer('/', { ifNoneMatch: plain.headers.etag })
  expect(again).toMatchObject({ status: 304, body: null })
})

test('who asks first gets it quickly compressed, all others smaller, and both are the same page', async () => {
  const pages = await open()
  for (const acceptEncoding of ['br', 'gzip']) {
    const bytesOf = async () => (await pages.answer('/', { acceptEncoding })).body ?? Buffer.of()
    const unpacked = acceptEncoding === 'br' ? brotliDecompressSync : gunzipSync
    const [first, second, third] = [await bytesOf(), await bytesOf(), await bytesOf()]
    expect(unpacked(first)).toEqual(unpacked(second))
    expect(second.length).toBeLessThan(first.length)
    expect(third).toBe(second)
  }
})

test('something missing is a page with status 404; a redirect goes on', async () => {
  const pages = await open()
  expect(await pages.answer('/missing', {})).toMatchObject({ status: 404 })
  expect(await pages.answer('/old', {})).toMatchObject({
    status: 301,
    headers: { location: '/new' },
    body: null,
  })
})

test('a screen that fails is told, and comes as a shell for the browser to fill, not kept', async () => {
  const pages = await open()
  const { status, body } = await pages.answer('/broken', {})
  expect(status).toBe(500)
  expect(String(body)).toContain('<title>A &amp; B</title>')
  expect(String(body)).toContain('<div id="root"></div>')
  expect(String(body)).toContain(`<style>${sheet('shared')}</style>`)
  expect(failures).toEqual([[new Error('A screen failed.'), '/broken']])
  expect(pages.has('/broken')).toBe(false)
})

test('the theme script’s hash is that of its bytes', async () => {
  const { themeHash } = await open()
  expect(themeHash).toBe("'sha256-Rfr3GgHZFiXm+TmNr+li+0sZ4J9FGllo8jsXcJF5XZ8='")
})
