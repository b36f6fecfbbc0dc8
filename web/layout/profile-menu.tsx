import { useRef, useState } from 'react'
import { useCurrentUser } from '#web/core/session.tsx'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './profile-menu.module.css'
import { ProfilePopup } from './profile-popup.tsx'
import { SCROLL_LIMIT_PX, useEscape, useOutsidePress, useScrolled } from './use-dismiss.ts'

/**
 * The profile button and what it opens. The popup closes by its button, Escape, a press outside, a link inside, and when
 * the page is scrolled further than 10 px; focus then returns to the button.
 */
export function ProfileMenu({ onLogout }: { onLogout: () => void }) {
  const user = useCurrentUser()
  const [open, setOpen] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  const close = () => {
    if (area.current?.contains(document.activeElement)) button.current?.focus({ preventScroll: true })
    setOpen(false)
  }
  useScrolled(open, (offset) => {
    if (offset > SCROLL_LIMIT_PX) close()
  })
  useEscape(open, close)
  useOutsidePress(open, area, close)

  return (
    <div ref={area} className={styles.area}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-visitor={user ? undefined : true}
        aria-label="Profile menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls="profile-popup"
        onClick={() => setOpen(!open)}
      >
        <Avatar user={user ?? undefined} size={34} priority />
        <Icon name="chevron-down" size="sm" />
      </button>
      {open && (
        <ProfilePopup
          user={user}
          onLeave={() => setOpen(false)}
          onLogout={() => {
            close()
            onLogout()
          }}
        />
      )}
    </div>
  )
}
