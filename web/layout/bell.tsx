import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { NotificationList } from '#web/features/notifications/notification-list.tsx'
import {
  notificationsOf,
  useMarkRead,
  useNotificationEvents,
} from '#web/features/notifications/notifications.queries.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './bell.module.css'
import { useEscape, useOutsidePress } from './use-dismiss.ts'

/** The server counts up to 100. */
const SHOWN_MAX = 99

/** The bell with the number of unread entries, and the panel that it opens. The panel closes like the profile popup. */
export function Bell() {
  const user = useCurrentUser()
  const viewer = viewerKey(user)
  // Another program may have removed the token from the stored user.
  const list = useInfiniteQuery({ ...notificationsOf(useCall(), viewer), enabled: Boolean(user?.token) })
  useNotificationEvents()
  const [open, setOpen] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const unread = list.data?.pages[0]?.unread ?? 0

  const close = () => {
    if (area.current?.contains(document.activeElement)) button.current?.focus({ preventScroll: true })
    setOpen(false)
  }
  useEscape(open, close)
  useOutsidePress(open, area, close)

  return (
    <div ref={area} className={styles.area}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={unread > 0 ? `Notifications, ${countText(unread)} new` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls="notifications-panel"
        onClick={() => setOpen(!open)}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            {countText(unread)}
          </span>
        )}
      </button>
      <span className="sr" role="status">
        {unread > 0 && `${countText(unread)} new ${unread === 1 ? 'notification' : 'notifications'}`}
      </span>
      {open && <Panel viewer={viewer} onLeave={() => setOpen(false)} />}
    </div>
  )
}

const countText = (unread: number) => (unread > SHOWN_MAX ? `${SHOWN_MAX}+` : String(unread))

interface PanelProps {
  viewer: string
  onLeave: () => void
}

/** The newest entries. */
function Panel({ viewer, onLeave }: PanelProps) {
  const list = useInfiniteQuery(notificationsOf(useCall(), viewer))
  const read = useMarkRead()
  const notifications = list.data?.pages[0]?.notifications ?? []
  const [newest] = notifications
  const unread = list.data?.pages[0]?.unread ?? 0
  return (
    <div
      className={styles.panel}
      id="notifications-panel"
      role="dialog"
      aria-labelledby="notifications-title"
    >
      <div className={styles.head}>
        <h2 id="notifications-title">Notifications</h2>
        {newest && unread > 0 && (
          <Button variant="ghost" size="sm" onClick={() => read.mutate({ upTo: newest._id })}>
            Mark all as read
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a list that scrolls */}
      <section className={styles.list} aria-label="Newest notifications" tabIndex={0}>
        {list.isPending && (
          <Loading what="notifications">
            <LineSkeletons count={4} />
          </Loading>
        )}
        {list.isError && notifications.length === 0 && (
          <LoadFailed drawing="comments" small title="No notifications." onRetry={() => list.refetch()} />
        )}
        {list.isSuccess && notifications.length === 0 && (
          <EmptyState
            drawing="comments"
            small
            bare
            title="Nothing new."
            help="What concerns you appears here."
          />
        )}
        <NotificationList
          pages={[notifications]}
          level={3}
          onFollow={({ _id, readAt }) => {
            if (readAt === null) read.mutate({ upTo: _id, entry: true })
            onLeave()
          }}
        />
      </section>
      <div className={styles.foot}>
        <TextLink to="/notifications" onClick={onLeave}>
          Show older
        </TextLink>
        <TextLink to="/account/notifications" onClick={onLeave}>
          <Icon name="settings" size="sm" />
          Settings
        </TextLink>
      </div>
    </div>
  )
}
