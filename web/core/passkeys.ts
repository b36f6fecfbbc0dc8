import { passkeyHost } from '#contract/account/passkey-host.ts'
import type { Assertion } from '#contract/account/reauth.ts'
import type { Call } from '#contract/api.ts'
import { offline } from './api-error.ts'
import type { Site } from './app-context.tsx'
import { retryDownload } from './retry-download.ts'

/** Whether this browser supports passkeys at its current address. */
export function canUsePasskeys({ origin }: Site): boolean {
  return typeof PublicKeyCredential === 'function' && passkeyHost(origin) === location.hostname
}

interface Asking {
  purpose: 'login' | 'confirm'
  /** Offers passkeys among the suggestions of the email field, and waits until one is chosen. */
  inField?: boolean
}

/** Signs a challenge of the server with a passkey that the user chooses. */
export async function askPasskey(call: Call, { purpose, inField = false }: Asking): Promise<Assertion> {
  const [{ startAuthentication }, { challenge, request }] = await Promise.all([
    retryDownload(() => import('@simplewebauthn/browser')),
    call('passkeys.options', { body: { purpose } }),
  ])
  if (!request) throw offline()
  const credential = await startAuthentication({ optionsJSON: request, useBrowserAutofill: inField })
  return { challenge, credential }
}

/** Whether the user closed the browser's dialog or let it time out, or another passkey request replaced it. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
}

/** The sentence for a passkey request that failed; `undefined` if it was cancelled. */
export function passkeyFailure(error: unknown): string | undefined {
  if (isCancelled(error)) return
  return error instanceof Error && error.message !== '' ? error.message : 'Your passkey could not be used.'
}

/** Cancels the pending passkey request. */
export async function cancelPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}
