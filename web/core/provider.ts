import { PROVIDER, type ProviderProblem } from '#contract/account/provider-messages.ts'
import { returnAddress } from './guard.ts'

type Purpose = 'login' | 'connect' | 'confirm'

const RETURN = 'providerReturn'
const CHANNEL = 'provider'

export function providerAddress(purpose: Purpose): string {
  return `/api/auth/oidc/${PROVIDER}?purpose=${purpose}`
}

/** Goes to the provider. The router state is kept in this tab, because the way back is a new visit. */
export function goToProvider(purpose: Purpose, state?: unknown): void {
  sessionStorage.setItem(RETURN, returnAddress(state))
  location.assign(providerAddress(purpose))
}

/** The router state that `goToProvider` kept. */
export function keptReturn(): { from: string } {
  return { from: sessionStorage.getItem(RETURN) ?? '/' }
}

/** What came back from the provider. */
export interface ProviderAnswer {
  ticket?: string
  problem?: ProviderProblem
}

const PROBLEMS: readonly ProviderProblem[] = ['down', 'refused', 'expired', 'failed']

/** What an address says that the provider has sent the browser to. */
export function answerIn(search: string): ProviderAnswer | undefined {
  const query = new URLSearchParams(search)
  const ticket = query.get('ticket')
  if (ticket !== null) return { ticket }
  const problem = PROBLEMS.find((each) => each === query.get('problem'))
  return problem && { problem }
}

/** Tells the tab that asked, from the window in which the user has signed in. */
export function passOn(answer: ProviderAnswer): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(answer)
  channel.close()
}

/**
 * Opens a window in which the user signs in again, so that nothing on this page is lost. `onAnswer` hears what came back. Returns a
 * function that stops waiting.
 */
export function askProvider(onAnswer: (answer: ProviderAnswer) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<ProviderAnswer>) => onAnswer(data)
  window.open(providerAddress('confirm'), 'provider', 'popup,width=520,height=680')
  return () => channel.close()
}
