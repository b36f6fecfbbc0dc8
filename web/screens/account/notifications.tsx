import { useInfiniteQuery } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { NotificationList } from '#web/features/notifications/notification-list.tsx'
import { notificationsOf, useMarkRead } from '#web/features/notifications/notifications.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { ShowMore } from '#web/ui/table/show-more.tsx'
import styles from './notifications.module.css'

/** /notifications: everything that the user was notified of, newest first. */
export function Component() {
  const me = useCurrentUser()
  const list = useInfiniteQuery({ ...notificationsOf(useCall(), viewerKey(me)), enabled: me !== null })
  const read = useMarkRead()
  const notifications = list.data?.pages.flatMap((page) => page.notifications) ?? []
  const [newest] = notifications
  const unread = list.data?.pages[0]?.unread ?? 0
  return (
    <div className={styles.column}>
      <ScreenTitle screen="Notifications" unlisted />
      <PageHead title="Notifications" tight />
      <div className={styles.actions}>
        {newest && unread > 0 && (
          <Button size="sm" onClick={() => read.mutate({ upTo: newest._id })}>
            Mark all as read
          </Button>
        )}
        <LinkButton size="sm" variant="ghost" to="/account/notifications">
          <Icon name="settings" />
          Settings
        </LinkButton>
      </div>
      {list.isPending && (
        <Loading what="notifications">
          <LineSkeletons count={6} />
        </Loading>
      )}
      {list.isError && notifications.length === 0 && (
        <LoadFailed drawing="comments" small error={list.error} onRetry={() => list.refetch()} />
      )}
      {list.isSuccess && notifications.length === 0 && (
        <EmptyState drawing="comments" title="Nothing new." help="What concerns you appears here." />
      )}
      {notifications.length > 0 && (
        <section className={styles.list} aria-label="All notifications">
          <NotificationList
            notifications={notifications}
            level={2}
            onFollow={({ _id, readAt }) => readAt === null && read.mutate({ upTo: _id, entry: true })}
          />
          {list.hasNextPage && (
            <div className={styles.more}>
              <ShowMore block list={list}>
                Show older
              </ShowMore>
            </div>
          )}
        </section>
      )}
    </div>
  )
}
