import { type ReactNode, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { type NavigationType, ScrollRestoration, useLocation, useNavigationType } from 'react-router'
import { useSite } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/navigation/link.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { DeferredOverlays } from './deferred-overlays.tsx'
import { LogoutOutlet } from './guarded-outlet.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'
import { SideMenu } from './side-menu.tsx'
import { SCROLL_LIMIT_PX, useEscape, useScrolled } from './use-dismiss.ts'
import { useScreenFocus } from './use-screen-focus.ts'
import { isWide, useWide } from './use-wide.ts'

const UploadTray = lazyPart(
  async () => (await import('#web/features/video/uploads/upload-tray.tsx')).UploadTray,
)
const UserBars = lazyPart(async () => (await import('./user-bars.tsx')).UserBars)

/** A constant element, so that opening the menu does not render the screen again. */
const SCREEN = <LogoutOutlet />

/** The frame of every screen: skip link, top bar, side menu, the screen, footer. */
export function Layout({ children = SCREEN }: { children?: ReactNode }) {
  const { pathname } = useLocation()
  const isWatching = pathname.startsWith('/watch-video/')
  const menu = useSideMenu(isWatching || pathname === '/admin/review' ? 'working' : 'elsewhere')
  // Deferred, because `inert` restyles every element behind the drawer and would delay the response to the press.
  const covered = useDeferredValue(menu.isDrawer) && menu.isDrawer
  const me = useCurrentUser()
  const main = useScreenFocus()
  const returning = useReturning()
  const [isLoggingOut, setLoggingOut] = useState(false)
  const confirmLogout = () => {
    menu.close()
    setLoggingOut(true)
  }
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header menu={menu} inert={covered} scrolls={isWatching} onLogout={confirmLogout} />
      <DeferredOverlays isLoggingOut={isLoggingOut} onCancel={() => setLoggingOut(false)} />
      <div className={classNames(styles.shell, menu.collapsed && styles.collapsed)}>
        <SideMenu
          isDrawer={menu.isDrawer}
          onClose={menu.close}
          onLogout={confirmLogout}
          opener={menu.button}
        />
        {menu.isDrawer && <div className={styles.scrim} aria-hidden="true" onPointerDown={menu.close} />}
        <div className={styles.column} inert={covered}>
          <ConnectionBar headerScrolls={isWatching} />
          {me && (
            <Suspense>
              <UserBars me={me} />
            </Suspense>
          )}
          <main
            ref={main}
            id="main"
            tabIndex={-1}
            data-returning={returning || undefined}
            className={classNames(styles.main, isWatching && styles.watching)}
          >
            {children}
          </main>
          <Footer />
        </div>
      </div>
      {me?.role === 'Teacher' && (
        <Suspense>
          <UploadTray key={me._id} />
        </Suspense>
      )}
      <ScrollRestoration />
    </>
  )
}

/**
 * From 1200 px on the menu is a column that can be collapsed. It starts collapsed beside a video and on the review desk,
 * and each of the two states is remembered while the tab is open. Below 1200 px it is a drawer over the page: Escape, a
 * press beside it and scrolling more than 10 px close it. In a wider window it becomes a column again.
 */
function useSideMenu(screen: 'working' | 'elsewhere') {
  const wide = useWide()
  const [collapsedOn, setCollapsedOn] = useState({ working: true, elsewhere: false })
  const collapsed = collapsedOn[screen]
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isDrawer = opened && !wide
  const close = () => setOpened(false)
  useScrolled(isDrawer, (offset) => {
    if (offset > SCROLL_LIMIT_PX) close()
  })
  useEscape(isDrawer, close)
  const toggle = () =>
    isWide() ? setCollapsedOn({ ...collapsedOn, [screen]: !collapsed }) : setOpened(!opened)
  return { open: wide ? !collapsed : opened, collapsed, isDrawer, button, toggle, close }
}

export function Footer() {
  const site = useSite()
  return (
    <footer className={styles.footer}>
      <p>
        © {new Date().getUTCFullYear()} {site.name}. All rights reserved.
        {[...(site.legal ?? []), 'accessibility'].map((page) => (
          <Link key={page} to={`/${page}`}>
            {` · ${page.charAt(0).toUpperCase()}${page.slice(1)}`}
          </Link>
        ))}
      </p>
    </footer>
  )
}

/**
 * True while a user goes back or forward to a screen, until its first frame. Lists then lay out all their items
 * (`[data-returning]` in style sheets): with estimated heights the restored scroll position would show other items.
 */
export function useReturning(): boolean {
  const { key } = useLocation()
  const type: `${NavigationType}` = useNavigationType()
  const [state, setState] = useState({ key, returning: false })
  if (state.key !== key) setState({ key, returning: type === 'POP' })
  useEffect(() => {
    if (!state.returning) return
    const frame = requestAnimationFrame(() => setState({ ...state, returning: false }))
    return () => cancelAnimationFrame(frame)
  }, [state])
  return state.returning
}
