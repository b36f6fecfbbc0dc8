import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import type { Group } from '#contract/people/groups.ts'
import { useCall } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { AddPeople, AddPeopleLink } from '#web/features/people/groups/add-people.tsx'
import { AutomaticMembers } from '#web/features/people/groups/automatic-members.tsx'
import { DeleteGroup } from '#web/features/people/groups/delete-group.tsx'
import styles from '#web/features/people/groups/group.module.css'
import { GroupHead } from '#web/features/people/groups/group-head.tsx'
import { GroupPlaylists } from '#web/features/people/groups/group-playlists.tsx'
import { GroupSettings } from '#web/features/people/groups/group-settings.tsx'
import { groupOf } from '#web/features/people/groups/groups.queries.ts'
import { MembersTable } from '#web/features/people/groups/members-table.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Subtabs, useView, type Views } from '#web/ui/navigation/subtabs.tsx'
import { GroupPending } from './group-pending.tsx'

const GroupInvitations = lazyPart(
  async () => (await import('#web/features/people/invitations.tsx')).GroupInvitations,
)

type View = 'members' | 'playlists' | 'invitations' | 'settings'

/** /admin/groups/{id}: everything about a group, for admins. */
export function Component() {
  const { groupId = '' } = useParams()
  const me = useCurrentUser()
  const list = useInfiniteQuery({
    ...groupOf(useCall(), { groupId, viewer: viewerKey(me) }),
    enabled: me?.isAdmin === true,
    refetchOnMount: 'always',
  })
  const group = list.data?.pages[0]?.group
  return group ? <AdminGroup group={group} /> : <GroupPending list={list} />
}

function AdminGroup({ group }: { group: Group }) {
  const views: Views<View> = [
    { name: 'members', label: 'Members', count: group.membersCount },
    { name: 'playlists', label: 'Playlists', count: group.playlistsCount },
    { name: 'invitations', label: 'Invitations' },
    { name: 'settings', label: 'Settings' },
  ]
  const view = useView('view', views)
  return (
    <>
      <ScreenTitle screen={group.name} unlisted />
      <GroupHead group={group} list="/admin/groups" actions={<AddPeopleLink />} />
      <div className={styles.views}>
        <Subtabs label={group.name} by="view" views={views} current={view} />
      </div>
      {view === 'playlists' && <GroupPlaylists groupId={group._id} />}
      {view === 'invitations' && (
        <Suspense>
          <GroupInvitations group={group} asLead={false} />
        </Suspense>
      )}
      {(view === 'members' || view === 'settings') && (
        <div className={styles.columns}>
          {view === 'members' ? <MembersTable group={group} /> : <GroupSettings group={group} />}
          <div className={styles.side}>
            {view === 'members' && (
              <>
                <AddPeople group={group} />
                <AutomaticMembers group={group} />
              </>
            )}
            <DeleteGroup group={group} />
          </div>
        </div>
      )}
    </>
  )
}
