import type { RefObject } from 'react'
import type { Group, Member } from '#contract/people/groups.ts'
import { notify } from '#web/core/toasts.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { MoreMenu } from '#web/ui/overlay/more-menu.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import { ItemCell, RowActions } from '#web/ui/table/item-cell.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { useRemoveMember, useSetMember } from './groups.queries.ts'
import styles from './members-table.module.css'
import { SOURCES } from './words.ts'

interface MemberColumns {
  group: Pick<Group, '_id' | 'name'>
  isAdmin: boolean
  /** Gets the focus when the focused row is removed. */
  heading: RefObject<HTMLElement | null>
}

export const memberColumns = ({ group, isAdmin, heading }: MemberColumns): Column<Member>[] => [
  {
    area: 'main',
    head: 'Name',
    cell: (member) => (
      <ItemCell
        round
        picture={<Avatar user={member} size={40} />}
        title={
          <>
            {member.username} {member.isLead && <span className={styles.lead}>Lead</span>}
          </>
        }
        text={member.email}
      />
    ),
  },
  { area: 'category', head: 'Role', cell: ({ role }) => role },
  {
    area: 'by',
    head: 'Added by',
    cell: ({ source, addedBy }) => (
      <span className={styles.source} title={addedBy?.username}>
        <Icon name={SOURCES[source].icon} size="sm" />
        {SOURCES[source].label}
      </span>
    ),
  },
  {
    area: 'date',
    head: 'Since',
    numeric: true,
    cell: ({ addedAt }) => <time dateTime={addedAt}>{formatDate(addedAt)}</time>,
  },
  {
    area: 'actions',
    head: 'Actions',
    hideHead: true,
    cell: (member) => <MemberActions {...{ group, member, isAdmin, heading }} />,
  },
]

/** How long Undo stays. */
const UNDO_MS = 10_000

/** Only admins remove leads and choose them. */
function MemberActions({ group, member, isAdmin, heading }: MemberColumns & { member: Member }) {
  const { _id, username, isLead } = member
  const remove = useRemoveMember(group)
  const set = useSetMember(group)
  if (isLead && !isAdmin) return null

  function undo(): void {
    set.mutate({ personId: _id, ...(isLead && { lead: true }) })
  }

  return (
    <RowActions>
      <Button
        size="sm"
        variant="ghost"
        busy={remove.isPending}
        aria-label={`Remove ${username}`}
        onClick={({ currentTarget: button }) =>
          remove.mutate(_id, {
            onSaved: () => {
              notify.success(`${username} was removed from ${group.name}.`, {
                timeout: UNDO_MS,
                action: { label: 'Undo', run: undo },
              })
              if ([button, document.body].some((each) => each === document.activeElement))
                heading.current?.focus()
            },
          })
        }
      >
        Remove
      </Button>
      {isAdmin && (
        <MoreMenu
          name={username}
          items={[
            {
              label: isLead ? 'Remove as lead' : 'Make lead',
              run: () => set.mutate({ personId: _id, lead: !isLead }),
            },
          ]}
        />
      )}
    </RowActions>
  )
}
