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
  const pages = list.data?.pages.map((page) => page.notifications) ?? []
  const [newest] = pages.flat()
  const unread = list.data?.pages[0]?.unread ?? 0
  return (
    <div className={styles.page}>
      <ScreenTitle screen="Notifications" unlisted />
      <PageHead title="Notifications" tight />
      {newest && unread > 0 && (
        <Button size="sm" className={styles.read} onClick={() => read.mutate({ upTo: newest._id })}>
          Mark all as read
        </Button>
      )}
      <LinkButton size="sm" variant="ghost" className={styles.settings} to="/account/notifications">
        <Icon name="settings" />
        Settings
      </LinkButton>
      {list.isPending && (
        <Loading what="notifications">
          <LineSkeletons count={6} />
        </Loading>
      )}
      {list.isError && !newest && (
        <LoadFailed drawing="comments" small error={list.error} onRetry={() => list.refetch()} />
      )}
      {list.isSuccess && !newest && (
        <EmptyState drawing="comments" title="Nothing new." help="What concerns you appears here." />
      )}
      {newest && (
        <section className={styles.list} aria-label="All notifications">
          <NotificationList
            pages={pages}
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
