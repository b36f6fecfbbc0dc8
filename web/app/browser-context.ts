import { SESSION_EXPIRED } from '#contract/messages.ts'
import { createCall } from '#web/core/api.ts'
import type { AppContext, Site } from '#web/core/app-context.tsx'
import { createCache } from '#web/core/cache.ts'
import { removeDrafts } from '#web/core/form-draft.ts'
import { createSession, SESSION_KEY, type Session, viewerKey } from '#web/core/session-store.ts'
import { notify } from '#web/core/toasts.ts'
import { followSaves } from './follow-saves.ts'

const ASKING_PAUSE_MS = 5000

/** The parts of one tab, wired to the browser. */
export function browserContext(site: Site): AppContext {
  const session = createSession(localStorage, () => notify.error(SESSION_EXPIRED, { everywhere: true }))
  const cache = createCache()
  const call = createCall((path, init) => fetch(path, init), session)
  followOtherTabs(session)
  askAfterSession({ call, session })
  followSaves({ cache, session })
  // What is kept may be broken, and the first script of the page saw only that there is something.
  markWhetherSomeone(session.current() !== null)
  onViewerChange(session, (someone, former) => {
    cache.clear()
    if (!session.hasExpired()) removeDrafts(former)
    markWhetherSomeone(someone)
  })
  return { call, cache, site, session }
}

/** Style sheets hide by this mark what is for visitors alone, before the page is alive and after. */
function markWhetherSomeone(someone: boolean): void {
  if (someone) document.documentElement.dataset.session = 'user'
  else delete document.documentElement.dataset.session
}

/** Logging in or out in one tab is felt in all of them; one that was put away hears of it when it is shown again. */
function followOtherTabs(session: Session): void {
  addEventListener('storage', ({ key }) => {
    if (key === SESSION_KEY || key === null) session.reload()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) session.reload()
  })
}

/**
 * A session that ended on the server is noticed by any call. Where a screen makes none, whoever opens the page or comes
 * back to it is asked after, so that nobody goes on as somebody they no longer are.
 */
function askAfterSession({ call, session }: Pick<AppContext, 'call' | 'session'>): void {
  let askedAt = Number.NEGATIVE_INFINITY
  const ask = () => {
    const userId = session.current()?._id
    if (userId === undefined || document.hidden || Date.now() - askedAt < ASKING_PAUSE_MS) return
    askedAt = Date.now()
    const known = session.current()
    // `call` hears whether the token is dead. Without an answer, the next time will do.
    call('users.get', { params: { userId } })
      .then(({ savedPlaylists }) => {
        const isNews = savedPlaylists && String(savedPlaylists) !== String(known?.savedPlaylists)
        if (isNews && session.current() === known) session.update({ savedPlaylists })
      })
      .catch(() => {})
  }
  addEventListener('focus', ask)
  document.addEventListener('visibilitychange', ask)
  ask()
}

/** What one person read must not be shown to the next. */
function onViewerChange(session: Session, changed: (someone: boolean, former: string) => void): void {
  let viewer = viewerKey(session.current())
  session.subscribe(() => {
    const user = session.current()
    if (viewerKey(user) === viewer) return
    const former = viewer
    viewer = viewerKey(user)
    changed(user !== null, former)
  })
}
