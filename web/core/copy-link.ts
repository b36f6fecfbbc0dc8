import { notify, SCREEN_TOAST_MS } from './toasts.ts'

/** Copies the address of something on this site, and says so. */
export async function copyLink(address: string): Promise<void> {
  const { href } = new URL(address, location.origin)
  try {
    await navigator.clipboard.writeText(href)
    notify.success('Link copied.')
  } catch {
    // Without https a browser offers no clipboard.
    notify.error(`Your browser does not allow copying. The link is ${href}`, { timeout: SCREEN_TOAST_MS })
  }
}
