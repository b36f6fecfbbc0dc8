import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { useSite } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { Link, NavLink } from '#web/ui/navigation/link.tsx'
import { BrandMark } from '#web/ui/picture/brand-mark.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { AccountPanel } from './account-panel.tsx'
import { MainNav } from './main-nav.tsx'
import styles from './side-menu.module.css'

interface SideMenuProps {
  /** Whether the menu is a drawer over the page, not a column. */
  isDrawer: boolean
  onClose: () => void
  onLogout: () => void
  /** Where focus goes when the drawer closes. */
  opener: RefObject<HTMLButtonElement | null>
}

/**
 * From 1200 px on it is a column, below that a drawer that takes the focus. The page behind the drawer is inert but can be
 * scrolled, because scrolling closes the drawer.
 */
export function SideMenu({ isDrawer, onClose, onLogout, opener }: SideMenuProps) {
  const user = useCurrentUser()
  const site = useSite()
  const closeButton = useDrawerFocus(isDrawer, opener)
  const closeOnLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) onClose()
  }
  return (
    // biome-ignore lint/a11y: following a link inside closes the drawer; the links themselves take keys and clicks
    <aside
      id="side-menu"
      className={classNames(styles.menu, isDrawer && styles.drawer)}
      aria-label="Side menu"
      onClick={closeOnLink}
    >
      <div className={styles.inner}>
        <div className={styles.top}>
          <Link to="/" className={styles.brand}>
            <BrandMark {...site} />
          </Link>
          <IconButton ref={closeButton} icon="close" label="Close side menu" onClick={onClose} />
        </div>
        <AccountPanel user={user} />
        <MainNav />
        {user && (
          <>
            <div className={styles.line} />
            <div className={styles.list}>
              <NavLink to="/learning" end={false} className={styles.row}>
                <Icon name="progress-check" />
                My learning
              </NavLink>
              <button type="button" className={classNames(styles.row, styles.out)} onClick={onLogout}>
                <Icon name="logout" />
                Log Out
              </button>
            </div>
          </>
        )}
      </div>
    </aside>
  )
}

function useDrawerFocus(isDrawer: boolean, opener: RefObject<HTMLButtonElement | null>) {
  const closeButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isDrawer) return
    closeButton.current?.focus({ preventScroll: true })
    return () => opener.current?.focus({ preventScroll: true })
  }, [isDrawer, opener])
  return closeButton
}
