import type { createBrowserRouter, Location } from 'react-router'
import { connection } from './connection.ts'
import { PLAYING, VIDEO_ENDED } from './playing.ts'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'createHref' | 'subscribe'>

const LOADED_AT = 'reloadedAt'
/** Longer than a page takes on a slow line, so that a file that a new page does not get either causes no loop. */
const PAUSE_MS = 60_000

let router: Router | undefined
/** Where the user wanted to go when a part of the page was missing. */
let target: Location | undefined

const needsPage = () => ['back', 'updated'].includes(connection.current())

/**
 * Loads from the server what this page can no longer load: where the user wants to go, or the same address again. While a
 * video plays and the connection was not lost, the page stays until the user or the end of the video reloads it.
 */
export function loadPageIfNeeded(): void {
  connection.subscribe(() => {
    if (!needsPage()) return
    target = router?.state.navigation.location
    const mayLeave = document.querySelector(PLAYING) === null || (target && connection.current() === 'back')
    if (mayLeave && (target || isFirstInAMinute())) void loadPage()
  })
  addEventListener(VIDEO_ENDED, () => needsPage() && void load(location.href))
}

/** Loads from the server where the user goes afterwards. */
export function loadLaterPages(created: Router): void {
  router = created
  created.subscribe(({ navigation }) => {
    if (!needsPage() || navigation.location === undefined || navigation.location === target) return
    target = navigation.location
    void loadPage()
  })
}

function isFirstInAMinute(): boolean {
  const before = Number(sessionStorage.getItem(LOADED_AT))
  sessionStorage.setItem(LOADED_AT, String(Date.now()))
  return Date.now() - before > PAUSE_MS
}

/** Loads the page where the user wanted to go, or this one again. */
export async function loadPage(): Promise<void> {
  await load(target && router ? new URL(router.createHref(target), location.href).href : location.href)
}

/** Waits for the server: without an answer the browser would show its own error page, which has no way back. */
async function load(href: string): Promise<void> {
  await connection.recover()
  if (href === location.href) location.reload()
  else location.assign(href)
}
