import { hash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/api.ts'
import { createPages, type Pages } from './pages.ts'

const INDEX = `<!doctype html><html><head><!--head--><script src="/assets/index.js"></script></head><body>
<script>theme()</script><div id="root"><!--page--></div><!--state-->
<template id="scripts"><!--scripts--></template></body></html>`

const MANIFEST = {
  'index.html': { file: 'assets/index.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'] },
  '_card.js': { file: 'assets/card.js', css: ['assets/card.css'], imports: ['_shared.js'] },
  'screens/public/home.tsx': { file: 'assets/home.js', css: ['assets/home.css'], imports: ['_card.js'] },
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
  return { kind: 'page', status, html: '<h1>' + path + ' ' + rendered + '</h1>', head: '<title>T</title>', chunks: ['screens/public/home.tsx'], data: { name: state.evil }, state }
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

test('the page of a site for members has its name and a login, and no data', async () => {
  const { status, headers, body, styleHash } = await (await open()).shell()
  const html = body?.toString() ?? ''
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=0, must-revalidate'])
  expect(html).toContain('<title>A &amp; B</title><meta name="robots" content="noindex">')
  expect(html).toContain('<h1>A &amp; B</h1><a href="/login">Login</a>')
  expect(html).toContain('"isForMembers":true')
  expect(html).not.toContain('"router"')
  const css = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
  expect(styleHash).toBe(`'sha256-${hash('sha256', css, 'base64')}'`)
})

function open(): Promise<Pages> {
  failures.length = 0
  return createPages({
    dist,
    call,
    site: async () => ({ name: 'A & B', origin: 'https://site.example', figures: 'placeholders' }),
    onError: (error, path) => failures.push([error, path]),
  })
}

async function html(pages: Pages, path: string): Promise<string> {
  const { body } = await pages.render(path)
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
  const { styleHash } = await pages.render('/')
  expect(styleHash).toBe(`'sha256-${hash('sha256', rules, 'base64')}'`)
})

test('a page fetches no style sheet and names each for the screens that follow', async () => {
  const page = await html(await open(), '/')
  const sheets = ['/assets/shared.css', '/assets/card.css', '/assets/home.css']
  expect(hrefs(page, 'stylesheet', ' disabled')).toEqual(sheets)
  expect(page.match(/rel="stylesheet"/g)).toHaveLength(sheets.length)
  expect(hrefs(page.split('<template id="scripts">')[0] ?? '', 'stylesheet', ' disabled')).toEqual([])
})

test('a sheet that would end its element is rejected when the site starts to use it', async () => {
  await writeFile(join(dist, 'web/assets/home.css'), '.a::after{content:"</style>"}')
  const pages = await open()
  const { status } = await pages.render('/')
  await writeFile(join(dist, 'web/assets/home.css'), sheet('home'))
  expect(status).toBe(500)
})

test('nothing in the state can end its script', async () => {
  const page = await html(await open(), '/')
  const state = /<script type="application\/json" id="ssr-state">(.*?)<\/script>/s.exec(page)?.[1] ?? ''
  expect(state).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(state)).toMatchObject({ evil: '</script><script>alert(1)</script>&\u2028' })
})

test('data for search engines cannot end its script either', async () => {
  const page = await html(await open(), '/')
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? ''
  expect(data).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(data)).toEqual({ name: '</script><script>alert(1)</script>&\u2028' })
})

test('a missing resource is a page with status 404, and a redirect is followed', async () => {
  const pages = await open()
  expect(await pages.render('/missing')).toMatchObject({ status: 404 })
  expect(await pages.render('/old')).toMatchObject({
    status: 301,
    headers: { location: '/new' },
    body: null,
  })
})

test('a screen that fails is reported and sent as an empty shell that cannot be cached', async () => {
  const pages = await open()
  const { status, body, headers } = await pages.render('/broken')
  expect([status, headers.etag]).toEqual([500, undefined])
  expect(String(body)).toContain('<title>A &amp; B</title>')
  expect(String(body)).toContain('<div id="root"></div>')
  expect(String(body)).toContain(`<style>${sheet('shared')}</style>`)
  expect(failures).toEqual([[new Error('A screen failed.'), '/broken']])
})

test('the theme script’s hash is that of its bytes', async () => {
  const { themeHash } = await open()
  expect(themeHash).toBe("'sha256-Rfr3GgHZFiXm+TmNr+li+0sZ4J9FGllo8jsXcJF5XZ8='")
})
