import type { User } from '#contract/account/users.ts'
import { useAccountChanges } from '#web/features/account/users/account-menu.tsx'
import { ReportMenu } from '#web/features/reports/report-menu.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'

/** Report, and for admins the changes of the account. */
export function PersonMenu({ user }: { user: User }) {
  const { items, dialog } = useAccountChanges(user)
  const { _id, username } = user
  return (
    <>
      <ReportMenu subject={{ kind: 'user', id: _id, name: username, ownerId: _id }} items={items} />
      {dialog}
    </>
  )
}

/** The server tells only admins that a user is suspended. */
export function Suspended({ user: { suspended } }: { user: User }) {
  if (!suspended) return null
  return (
    <span>
      <Icon name="circle-x" />
      <span>
        Suspended since <time dateTime={suspended.at}>{suspended.at.slice(0, 10)}</time>:{' '}
        <bdi>{suspended.reason}</bdi>
      </span>
    </span>
  )
}
