import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import type { Group } from '#contract/people/groups.ts'
import { useCall } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { AddPeople, AddPeopleLink } from '#web/features/people/groups/add-people.tsx'
import styles from '#web/features/people/groups/group.module.css'
import { GroupHead } from '#web/features/people/groups/group-head.tsx'
import { GroupPlaylists } from '#web/features/people/groups/group-playlists.tsx'
import { groupOf } from '#web/features/people/groups/groups.queries.ts'
import { MembersTable } from '#web/features/people/groups/members-table.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Subtabs, useView, type Views } from '#web/ui/navigation/subtabs.tsx'
import { GroupPending } from './group-pending.tsx'

const GroupInvitations = lazyPart(
  async () => (await import('#web/features/people/invitations.tsx')).GroupInvitations,
)

const LIST = '/account/groups'

/** /groups/{id}: the playlists of a group for its members, and its members for its leads. */
export function Component() {
  const { groupId = '' } = useParams()
  const me = useCurrentUser()
  const list = useInfiniteQuery({
    ...groupOf(useCall(), { groupId, viewer: viewerKey(me) }),
    enabled: me !== null,
    refetchOnMount: 'always',
  })
  const page = list.data?.pages[0]
  if (!page) return <GroupPending list={list} />
  const { group, members } = page
  return (
    <>
      <ScreenTitle screen={group.name} unlisted />
      {members === undefined ? <MemberGroup group={group} /> : <LeadGroup group={group} />}
    </>
  )
}

function MemberGroup({ group }: { group: Group }) {
  return (
    <>
      <GroupHead group={group} list={LIST} />
      <GroupPlaylists groupId={group._id} />
    </>
  )
}

type View = 'members' | 'playlists' | 'invitations'

function LeadGroup({ group }: { group: Group }) {
  const isAdmin = useCurrentUser()?.isAdmin === true
  const views: Views<View> = [
    { name: 'members', label: 'Members', count: group.membersCount },
    { name: 'playlists', label: 'Playlists', count: group.playlistsCount },
    { name: 'invitations', label: 'Invitations' },
  ]
  const view = useView('view', views)
  return (
    <>
      <GroupHead group={group} list={LIST} actions={<AddPeopleLink />} />
      <div className={styles.views}>
        <Subtabs label={group.name} by="view" views={views} current={view} />
      </div>
      {view === 'playlists' && <GroupPlaylists groupId={group._id} />}
      {view === 'invitations' && (
        <Suspense>
          <GroupInvitations group={group} asLead={!isAdmin} />
        </Suspense>
      )}
      {view === 'members' && (
        <div className={styles.columns}>
          <MembersTable group={group} />
          <div className={styles.side}>
            <AddPeople group={group} />
          </div>
        </div>
      )}
    </>
  )
}
