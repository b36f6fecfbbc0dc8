import { useInfiniteQuery } from '@tanstack/react-query'
import { countOf } from '#contract/format.ts'
import type { Group } from '#contract/people/groups.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { groupsOf } from '#web/features/people/groups/groups.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { ShowMore } from '#web/ui/table/show-more.tsx'
import styles from './account-groups.module.css'

/** /account/groups: the groups that the user is in. */
export function Component() {
  const me = useCurrentUser()
  const list = useInfiniteQuery({
    ...groupsOf(useCall(), viewerKey(me), { own: 'true' }),
    enabled: me !== null,
  })
  const groups = list.data?.pages.flatMap((page) => page.groups) ?? []
  return (
    <>
      <ScreenTitle screen="Your groups" unlisted />
      {list.isPending && (
        <Loading what="groups">
          <LineSkeletons count={4} />
        </Loading>
      )}
      {list.isError && groups.length === 0 && (
        <LoadFailed drawing="people" small error={list.error} onRetry={list.refetch} />
      )}
      {list.isSuccess && groups.length === 0 && (
        <EmptyState
          drawing="people"
          title="You are in no group yet."
          help="When somebody adds you to a group, such as your class, it is listed here with its playlists."
        />
      )}
      {groups.length > 0 && (
        <section aria-label="Your groups">
          <ul className={styles.groups}>
            {groups.map((group) => (
              <GroupItem key={group._id} group={group} />
            ))}
          </ul>
          {list.hasNextPage && <ShowMore list={list} />}
        </section>
      )}
    </>
  )
}

function GroupItem({ group: { _id, name, description, playlistsCount, isLead } }: { group: Group }) {
  return (
    <li className={styles.group}>
      <h2>
        <TextLink to={`/groups/${_id}`} className={styles.name}>
          <bdi>{name}</bdi>
        </TextLink>
      </h2>
      {description && <p dir="auto">{description}</p>}
      <p className={styles.facts}>
        {countOf(playlistsCount, 'playlist')}
        {isLead && ' · You lead this group'}
      </p>
    </li>
  )
}
