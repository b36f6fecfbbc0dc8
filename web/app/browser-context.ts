import type { SessionUser } from '#contract/account/session-user.ts'
import { SESSION_EXPIRED } from '#contract/messages.ts'
import { createCall } from '#web/core/api.ts'
import type { AppContext, Site } from '#web/core/app-context.tsx'
import { createCache } from '#web/core/cache.ts'
import { connection } from '#web/core/connection.ts'
import { createSession, SESSION_KEY, type Session, viewerKey } from '#web/core/session-store.ts'
import { notify } from '#web/core/toasts.ts'
import { syncSaves } from './sync-saves.ts'
import { syncTabs } from './sync-tabs.ts'

const SESSION_CHECK_PAUSE_MS = 5000

/** The app context of one tab. */
export function browserContext(site: Site): AppContext {
  const session = createSession(localStorage, () => notify.error(SESSION_EXPIRED, { everywhere: true }))
  const cache = createCache()
  const call = createCall((path, init) => fetch(path, init), session)
  followOtherTabs(session)
  checkSession({ call, session })
  syncSaves({ cache, session })
  syncTabs({ cache, session })
  const sendProgress = () => sendOfflineProgress({ call, cache, session })
  connection.followNetwork(sendProgress)
  void sendProgress()
  // The stored session may be invalid: the inline script of index.html cannot know whether it has ended.
  markLoggedIn(session.current())
  onViewerChange(session, (isLoggedIn, formerViewer) => {
    cache.clear()
    if (!session.hasExpired())
      removeDrafts(
        isLoggedIn ? (user) => user !== viewerKey(session.current()) : (user) => user === formerViewer,
      )
    markLoggedIn(session.current())
    void sendProgress()
  })
  return { call, cache, site, session }
}

/** A logout deletes the drafts of the user, and a login those of everybody else. */
function removeDrafts(isTheirs: (user: string) => boolean): void {
  import('#web/core/drafts/drafts.ts').then(({ removeDraftsOf }) => removeDraftsOf(isTheirs)).catch(() => {})
}

/** Style sheets use this attribute to hide what only visitors see, before and after hydration. */
function markLoggedIn(user: SessionUser | null): void {
  if (user) document.documentElement.dataset.user = user._id
  else delete document.documentElement.dataset.user
}

/**
 * Sends what the user watched offline, and resolves to the seconds that the server added: on start, after a login, and when
 * the connection is back. Visitors do without the code.
 */
async function sendOfflineProgress(context: Pick<AppContext, 'call' | 'cache' | 'session'>): Promise<number> {
  if (context.session.current() === null) return 0
  try {
    const { sendUnsaved } = await import('#web/features/learning/progress/send-unsaved.ts')
    return await sendUnsaved(context)
  } catch {
    return 0
  }
}

/** A login or logout in one tab changes all tabs. A tab in the back/forward cache is updated when it is shown again. */
function followOtherTabs(session: Session): void {
  addEventListener('storage', ({ key }) => {
    if (key === SESSION_KEY || key === null) session.reload()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) session.reload()
  })
}

/**
 * Every call detects a session that the server has ended. A screen may make no calls, so the session is also checked
 * when the page opens and whenever the user returns to it.
 */
function checkSession({ call, session }: Pick<AppContext, 'call' | 'session'>): void {
  let checkedAt = Number.NEGATIVE_INFINITY
  const check = () => {
    const userId = session.current()?._id
    if (userId === undefined || document.hidden || Date.now() - checkedAt < SESSION_CHECK_PAUSE_MS) return
    checkedAt = Date.now()
    const before = session.current()
    // `call` ends the session when the token is no longer valid. After a failure the next check tries again.
    call('users.get', { params: { userId } })
      .then(({ savedPlaylists, role }) => {
        const isChanged = String(savedPlaylists) !== String(before?.savedPlaylists) || role !== before?.role
        if (savedPlaylists && isChanged && session.current() === before)
          session.update({ savedPlaylists, role })
      })
      .catch(() => {})
  }
  addEventListener('focus', check)
  document.addEventListener('visibilitychange', check)
  check()
}

/** The data of one user must not be visible to the next. */
function onViewerChange(
  session: Session,
  onChange: (isLoggedIn: boolean, formerViewer: string) => void,
): void {
  let viewer = viewerKey(session.current())
  session.subscribe(() => {
    const user = session.current()
    if (viewerKey(user) === viewer) return
    const previousViewer = viewer
    viewer = viewerKey(user)
    onChange(user !== null, previousViewer)
  })
}
