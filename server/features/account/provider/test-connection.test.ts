import { expect, test } from 'vitest'
import { openTestApp } from '#server/test-app.ts'
import { openSignInSite } from '#server/test-provider-sign-in.ts'
import { CLIENT_SECRET } from '#tests/oidc-provider.ts'

const STATE = '/api/admin/provider'
const TEST = '/api/admin/provider/test'

test('admins see how the provider is connected, but not its secret', async () => {
  const { testApp, provider } = await openSignInSite()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const answer = await admin.request('GET', STATE)
  expect(answer.json()).toEqual({
    provider: {
      label: 'School account',
      issuer: provider.issuer,
      clientId: 'lectern',
      scopes: 'openid email profile',
      claim: 'groups',
      redirectUri: 'http://localhost:3000/api/auth/oidc/sso/callback',
    },
    passwordLogin: true,
  })
  expect(answer.body).not.toContain(CLIENT_SECRET)
})

test('the test of the connection says what comes back', async () => {
  const { testApp, provider } = await openSignInSite()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const fine = (await admin.request('POST', TEST)).json()
  expect(fine).toEqual({
    ok: true,
    message: expect.stringMatching(/^School account answered in \d\.\d s\.$/),
  })
  await provider.close()
  const down = (await admin.request('POST', TEST)).json()
  expect(down).toEqual({ ok: false, message: expect.stringMatching(/^School account does not answer/) })
})

test('a site without a provider has none', async () => {
  const testApp = await openTestApp()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  expect((await admin.request('GET', STATE)).json()).toEqual({ provider: null, passwordLogin: true })
  expect((await admin.request('POST', TEST)).statusCode).toBe(404)
  expect((await testApp.request('GET', '/api/auth/oidc/sso')).statusCode).toBe(404)
  expect((await admin.request('GET', '/api/auth/identities')).json()).toEqual({ identities: [] })
})
