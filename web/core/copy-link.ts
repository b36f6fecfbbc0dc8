import { notify, SCREEN_TOAST_MS } from './toasts.ts'

/** Copies the address of something, and says so. */
export async function copyLink(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    notify.success('Link copied.')
  } catch {
    // Without https a browser offers no clipboard.
    notify.error(`Your browser does not allow copying. The link is ${address}`, { timeout: SCREEN_TOAST_MS })
  }
}
