import { expect, test } from 'vitest'
import { openTestApp, picture, type TestUser, Upload } from '#server/test-app.ts'
import { saveSettings } from '#server/test-settings.ts'

async function open() {
  const testApp = await openTestApp()
  return { testApp, admin: await testApp.user('Anna', 'Student', { isAdmin: true }) }
}

const read = async (admin: TestUser) => (await admin.request('GET', '/api/admin/settings')).json()
const save = async (admin: TestUser, changes: object) =>
  admin.request('PUT', '/api/admin/settings', { version: (await read(admin)).version, changes })

const upload = (admin: TestUser, bytes: Buffer) =>
  admin.request('POST', '/api/admin/logo', new Upload({}, { field: 'logo', bytes }))

const HOUR = 3_600_000

test('a logo keeps its proportions, is on every page, and no sweep deletes it', async () => {
  const { testApp, admin } = await open()
  const uploaded = (await upload(admin, await picture('#e0700f', { width: 800, height: 200 }))).json()
  expect(uploaded.logo).toMatchObject({ width: 512, height: 128 })
  expect((await save(admin, { logo: uploaded.name })).statusCode).toBe(200)
  const { images } = testApp.context
  await images.sweep(Date.now() + 2 * HOUR, 'all')
  const { logo } = (await testApp.request('GET', '/api/site')).json()
  expect(logo.url).toBe(uploaded.logo.url)
  expect((await testApp.request('GET', logo.url)).statusCode).toBe(200)
  await save(admin, { logo: null })
  expect((await testApp.request('GET', '/api/site')).json().logo).toBeNull()
  expect((await testApp.request('GET', logo.url)).statusCode).toBe(404)
})

test('a small picture and one that is not there are no logo', async () => {
  const { admin } = await open()
  const small = await upload(admin, await picture('#e0700f', { width: 300, height: 127 }))
  expect([small.statusCode, small.json().message]).toEqual([400, 'A logo needs at least 128 × 128 pixels.'])
  const unknown = await save(admin, { logo: 'a'.repeat(40) })
  expect([unknown.statusCode, unknown.json().errors]).toEqual([400, { logo: 'Choose the logo again.' }])
})

test('the accent has an immutable style sheet of its own, and a site without one has none', async () => {
  const { testApp, admin } = await open()
  const { themeFile } = await import('./theme.ts')
  const { address, css } = themeFile('#E0700F')
  expect((await testApp.request('GET', address)).statusCode).toBe(404)
  await save(admin, { accent: '#e0700f' })
  const answer = await testApp.request('GET', address)
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'text/css; charset=utf-8',
    'public, max-age=31536000, immutable',
  ])
  expect(answer.body).toBe(css)
  expect(css).toMatch(/^(:root[^{}]*\{(--lec-[a-z0-9-]+:#[0-9a-f]{6};?)+\}\n){2}$/)
  expect((await testApp.request('GET', '/theme/00000000000000000000.css')).statusCode).toBe(404)
})

test('an accent that somebody wrote into the database cannot become a rule', async () => {
  const { testApp } = await open()
  await saveSettings(testApp, { accent: '#0D6348;}body{display:none}' })
  expect((await testApp.request('GET', '/api/site')).statusCode).not.toBe(200)
})

test('without saved details the contact is that of the contract, else what is saved', async () => {
  const { testApp, admin } = await open()
  const contact = async () => (await testApp.request('GET', '/api/site')).json().contact
  expect((await contact()).phone).toBe('+1 202 555 0143')
  const saved = { email: 'office@school.example', phone: '', address: '' }
  await save(admin, { contact: saved })
  expect(await contact()).toEqual(saved)
  await save(admin, { contact: null })
  expect((await contact()).phone).toBe('+1 202 555 0143')
})

test('the welcome text of the site is for visitors', async () => {
  const { testApp, admin } = await open()
  expect((await testApp.request('GET', '/api/site')).json().welcome).toBe('')
  await save(admin, { welcome: ' Films of Riverside School. ' })
  expect((await testApp.request('GET', '/api/site')).json().welcome).toBe('Films of Riverside School.')
})
