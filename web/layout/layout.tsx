import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { ScrollRestoration, useLocation } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { DeferredOverlays } from './deferred-overlays.tsx'
import { Footer } from './footer.tsx'
import { LogoutOutlet } from './guarded-outlet.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'
import { SideMenu } from './side-menu.tsx'
import { useEscape } from './use-escape.ts'
import { useReturning } from './use-returning.ts'
import { useScreenFocus } from './use-screen-focus.ts'
import { SCROLL_LIMIT_PX, useScrolled } from './use-scrolled.ts'
import { isWide, useWide } from './use-wide.ts'

/** The same element each time: a menu that opens does not render the screen again, nor does a phone on its first page. */
const SCREEN = <LogoutOutlet />

/** What stands around every screen: skip link, top bar, side menu, the screen, footer (specification section 2). */
export function Layout({ children = SCREEN }: { children?: ReactNode }) {
  const menu = useSideMenu()
  // An attribute that changes the style of every element behind the drawer: not in the way of what answers the press.
  const covered = useDeferredValue(menu.drawn) && menu.drawn
  const main = useScreenFocus()
  const returning = useReturning()
  const [leaving, setLeaving] = useState(false)
  const askToLeave = () => {
    menu.close()
    setLeaving(true)
  }
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header menu={menu} inert={covered} onLogout={askToLeave} />
      <DeferredOverlays leaving={leaving} onStay={() => setLeaving(false)} />
      <div className={classNames(styles.shell, menu.collapsed && styles.collapsed)}>
        <SideMenu drawn={menu.drawn} onClose={menu.close} onLogout={askToLeave} opener={menu.button} />
        {menu.drawn && <div className={styles.scrim} aria-hidden="true" onPointerDown={menu.close} />}
        <div className={styles.column} inert={covered}>
          <main
            ref={main}
            id="main"
            tabIndex={-1}
            data-returning={returning || undefined}
            className={styles.main}
          >
            {children}
          </main>
          <Footer />
        </div>
      </div>
      <ScrollRestoration />
    </>
  )
}

/**
 * From 1200 px on the menu can be put away, and is from the start beside a video, which gets its room; each of the two is
 * remembered while the tab is open. Below 1200 px it is a drawer that opens over the page and closes by Escape, a press
 * beside it, and scrolling further than 10 px (specification section 4). Making the window wider makes it a column again.
 */
function useSideMenu() {
  const wide = useWide()
  const place = useLocation().pathname.startsWith('/watch-video/') ? 'watching' : 'elsewhere'
  const [away, setAway] = useState({ watching: true, elsewhere: false })
  const collapsed = away[place]
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const drawn = opened && !wide
  const close = () => setOpened(false)
  useScrolled(drawn, (offset) => {
    if (offset > SCROLL_LIMIT_PX) close()
  })
  useEscape(drawn, close)
  const toggle = () => (isWide() ? setAway({ ...away, [place]: !collapsed }) : setOpened(!opened))
  return { open: wide ? !collapsed : opened, collapsed, drawn, button, toggle, close }
}
