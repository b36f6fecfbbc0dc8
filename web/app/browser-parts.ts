import { SESSION_EXPIRED } from '#contract/words.ts'
import { createCall } from '#web/core/api.ts'
import { createCache } from '#web/core/cache.ts'
import { notify } from '#web/core/notices.ts'
import type { Parts, Site } from '#web/core/parts.tsx'
import { createSession, SESSION_KEY, type Session, viewerKey } from '#web/core/session-store.ts'

/** The parts of one tab, wired to the browser. */
export function browserParts(site: Site): Parts {
  const session = createSession(localStorage, () => notify.error(SESSION_EXPIRED))
  const cache = createCache()
  const call = createCall((path, init) => fetch(path, init), session)
  followOtherTabs(session)
  onViewerChange(session, (someone) => {
    cache.clear()
    if (someone) document.documentElement.dataset.session = 'user'
    else delete document.documentElement.dataset.session
  })
  return { call, cache, site, session }
}

/** Logging in or out in one tab is felt in all of them. */
function followOtherTabs(session: Session): void {
  addEventListener('storage', ({ key }) => {
    if (key === SESSION_KEY || key === null) session.reload()
  })
}

/** What one person read must not be shown to the next. */
function onViewerChange(session: Session, changed: (someone: boolean) => void): void {
  let viewer = viewerKey(session.current())
  session.subscribe(() => {
    const user = session.current()
    if (viewerKey(user) === viewer) return
    viewer = viewerKey(user)
    changed(user !== null)
  })
}
