import type { CDPSession, Page } from '@playwright/test'
import { freePort } from '#scripts/start-program.ts'
import { test as base } from './accounts.ts'
import { openTestApp, type RunningApp } from './server.ts'

/** Opens the site as `localhost`, where browsers allow passkeys without https. */
export const test = base.extend<object, { app: RunningApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const port = String(await freePort())
      const url = `http://localhost:${port}`
      const environment = { PORT: port, PUBLIC_URL: url, ADMIN_SECOND_STEP: 'required' }
      const app = await openTestApp(environment)
      await use({ ...app, url })
      await app.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

export interface VirtualDevice {
  /** How many passkeys it holds. */
  count: () => Promise<number>
}

/** A device with a fingerprint reader, which answers at once. */
export async function addDevice(page: Page): Promise<VirtualDevice> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    count: async () => {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
  }
}

/** Turns off passkeys in fields, so that only the button offers them. */
export async function offerNothingInFields(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}
