import type { AppContext } from '#web/core/app-context.tsx'
import { hearTabs, type TabMessage, tellTabs } from '#web/core/tabs.ts'

/** Tells the other tabs of this browser what the user has changed, and reads again what was changed there. */
export function syncTabs({ cache, session }: Pick<AppContext, 'cache' | 'session'>): void {
  cache.getMutationCache().subscribe((event) => {
    const news = event.type === 'updated' && event.action.type === 'success' && event.mutation.meta?.news
    const user = session.current()?._id
    if (news && user !== undefined) tellTabs({ user, ...news })
  })

  function hear(message: TabMessage): void {
    if (message.user !== session.current()?._id || message.kind === 'play') return
    import('./apply-tab-message.ts')
      .then(({ applyTabMessage }) => applyTabMessage(cache, message))
      .catch(() => {})
  }
  let stop: (() => void) | undefined
  /** A page that listens may not be kept for the Back button, so visitors do without. */
  function follow(): void {
    if (session.current() !== null) stop ??= hearTabs(hear)
    else {
      stop?.()
      stop = undefined
    }
  }
  follow()
  session.subscribe(follow)
}
