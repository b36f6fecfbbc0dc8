import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useSite } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { SearchBox } from '#web/features/search/search-box.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { BrandMark } from '#web/ui/picture/brand-mark.tsx'
import styles from './header.module.css'
import { ProfileMenu } from './profile-menu.tsx'
import { ThemeButton } from './theme-button.tsx'
import { useEscape, useScrolled } from './use-dismiss.ts'

/** Only logged-in users have it, so visitors do not download it. */
const Bell = lazyPart(async () => (await import('./bell.tsx')).Bell)

interface HeaderProps {
  menu: { open: boolean; toggle: () => void; button: RefObject<HTMLButtonElement | null> }
  /** True while the side menu covers the page. */
  inert: boolean
  /** On a phone it scrolls away, because the player sticks there. */
  scrolls: boolean
  onLogout: () => void
}

/** The bell follows the controls that it names. */
export function Header({ menu, inert, scrolls, onLogout }: HeaderProps) {
  const site = useSite()
  const user = useCurrentUser()
  const search = useMobileSearch()
  return (
    <header
      className={classNames(styles.header, search.open && styles.searching, scrolls && styles.scrolls)}
      inert={inert}
    >
      <div className={styles.left}>
        <IconButton
          ref={menu.button}
          icon="sidebar"
          label="Toggle side menu"
          aria-controls="side-menu"
          aria-expanded={menu.open}
          onClick={menu.toggle}
        />
        <Link to="/" className={styles.brand}>
          <BrandMark {...site} />
        </Link>
      </div>
      <div className={styles.search}>
        <SearchBox field={search.field} onSearch={search.close} />
      </div>
      <div className={styles.right}>
        <IconButton
          ref={search.button}
          className={styles.searchButton}
          icon="search"
          label="Toggle search"
          aria-expanded={search.open}
          onClick={search.toggle}
        />
        <ThemeButton />
        <ProfileMenu onLogout={onLogout} />
        {user && (
          <span className={styles.bell}>
            <Suspense>
              <Bell key={user._id} />
            </Suspense>
          </span>
        )}
      </div>
    </header>
  )
}

/** On small screens the search box is a second row. Opening it focuses it; Escape, a search and scrolling close it. */
function useMobileSearch() {
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    if (open && document.activeElement === field.current) button.current?.focus({ preventScroll: true })
    setOpen(false)
  }
  useEffect(() => {
    if (open) field.current?.focus({ preventScroll: true })
  }, [open])
  useScrolled(open, close)
  useEscape(open, close)
  return { open, field, button, close, toggle: () => setOpen(!open) }
}
