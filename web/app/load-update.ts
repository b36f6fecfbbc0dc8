import type { createBrowserRouter } from 'react-router'
import { connection } from '#web/core/connection.ts'
import { PLAYING, VIDEO_ENDED } from '#web/core/playing.ts'

type Router = ReturnType<typeof createBrowserRouter>

const LOADED_AT = 'reloadedAt'
/** Longer than a page takes on a slow line, so that a file that the new version does not have either causes no loop. */
const PAUSE_MS = 60_000

let router: Pick<Router, 'state' | 'createHref'> | undefined

/**
 * A tab that was opened before an update asks for files that no longer exist. It then loads the address that the user
 * pressed from the server. While a video plays it stays, until the user or the end of the video reloads it.
 */
export function loadUpdate(): void {
  connection.subscribe(() => {
    if (!mayLoad() || Date.now() - Number(sessionStorage.getItem(LOADED_AT)) < PAUSE_MS) return
    sessionStorage.setItem(LOADED_AT, String(Date.now()))
    loadTarget()
  })
  addEventListener(VIDEO_ENDED, () => connection.current() === 'updated' && location.reload())
}

/** Also loads from the server what the user presses afterwards. */
export function loadLaterTargets(created: Pick<Router, 'state' | 'createHref' | 'subscribe'>): void {
  router = created
  created.subscribe(({ navigation }) => {
    if (navigation.state === 'loading' && mayLoad()) loadTarget()
  })
}

const mayLoad = () => connection.current() === 'updated' && document.querySelector(PLAYING) === null

function loadTarget(): void {
  const next = router?.state.navigation.location
  const { href } = next && router ? new URL(router.createHref(next), location.href) : location
  if (href === location.href) location.reload()
  else location.assign(href)
}
