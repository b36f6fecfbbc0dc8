import type { Call } from '#contract/api.ts'
import { passkeyHost } from '#contract/passkey-host.ts'
import type { Assertion } from '#contract/reauth.ts'
import { offline } from './api-error.ts'
import type { Site } from './app-context.tsx'

/** Whether this browser can use passkeys on the page that it shows now. */
export function canUsePasskeys({ origin }: Site): boolean {
  return typeof PublicKeyCredential === 'function' && passkeyHost(origin) === location.hostname
}

interface Asking {
  purpose: 'login' | 'confirm'
  /** Offers passkeys among the suggestions of the e-mail field, and waits until one is chosen. */
  inField?: boolean
}

/** Lets the user choose a passkey and sign a challenge of the server. Rejects with an error that `isCancelled` knows. */
export async function askPasskey(call: Call, { purpose, inField = false }: Asking): Promise<Assertion> {
  const [{ startAuthentication }, { challenge, request }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('passkeys.options', { body: { purpose } }),
  ])
  if (!request) throw offline()
  const credential = await startAuthentication({ optionsJSON: request, useBrowserAutofill: inField })
  return { challenge, credential }
}

/** The user closed the dialog of the browser or did not answer it in time, or another one took its place. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
}

/** Ends what waits for a passkey. */
export async function cancelPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}
