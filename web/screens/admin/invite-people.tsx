import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { ImportPeople } from '#web/features/people/import-people.tsx'
import { type Invited, InviteForm, type InviteWay } from '#web/features/people/invite-form.tsx'
import { NewLink } from '#web/features/people/new-link.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { Subtabs, useView } from '#web/ui/navigation/subtabs.tsx'
import styles from './people.module.css'

const WAYS = [
  { name: 'mail', label: 'By mail', icon: 'mail' },
  { name: 'link', label: 'Link', icon: 'link' },
  { name: 'list', label: 'From a list', icon: 'spreadsheet' },
] as const

const INVITATIONS = '/admin/people?tab=invitations'

/** /admin/people/invite: by mail, with a link, or from a CSV file. */
export function Component() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const way = useView('way', WAYS)
  return (
    <>
      <ScreenTitle screen="Invite people" unlisted />
      <Crumb to={INVITATIONS}>People</Crumb>
      <div className={styles.head}>
        <div>
          <h2>Invite people</h2>
          <Subtabs label="Ways to invite" by="way" views={WAYS} current={way} />
        </div>
      </div>
      {way === 'list' ? (
        <ImportPeople
          importId={search.get('import') ?? undefined}
          onChecked={(importId) => void navigate(`?way=list&import=${importId}`, { replace: true })}
        />
      ) : (
        <Invite key={way} way={way} />
      )}
    </>
  )
}

function Invite({ way }: { way: InviteWay }) {
  const navigate = useNavigate()
  const [made, setMade] = useState<Invited>()
  const link = made?.invitations[0]?.link
  function onInvited(invited: Invited): void {
    if (way === 'link') {
      setMade(invited)
      return
    }
    notify.success(invited.message, { timeout: SCREEN_TOAST_MS })
    void navigate(INVITATIONS)
  }
  return (
    <div className={styles.form}>
      {link && <NewLink link={link} />}
      <InviteForm key={made?.invitations[0]?._id} way={way} onInvited={onInvited} />
    </div>
  )
}
