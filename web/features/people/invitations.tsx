import { useRef, useState } from 'react'
import type { GroupRef } from '#contract/catalog/visibility-fields.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Segmented } from '#web/ui/form/segmented.tsx'
import { InvitationList } from './invitation-list.tsx'
import styles from './invitations.module.css'
import { type Invited, InviteForm, type InviteWay } from './invite-form.tsx'
import { NewLink } from './new-link.tsx'

const WAYS = [
  { value: 'link', label: 'Link' },
  { value: 'mail', label: 'By mail' },
] as const

interface GroupInvitationsProps {
  group: GroupRef
  /** Whether the viewer is a lead and no admin: they invite students only. */
  asLead: boolean
}

/** The invitations to one group, and a form for new ones. */
export function GroupInvitations({ group, asLead }: GroupInvitationsProps) {
  const [way, setWay] = useState<InviteWay>('link')
  const [made, setMade] = useState<Invited>()
  const heading = useRef<HTMLHeadingElement>(null)
  const link = made?.invitations[0]?.kind === 'link' ? made.invitations[0].link : null
  return (
    <div className={styles.columns}>
      <section className={styles.panel} aria-labelledby="invitations">
        <h2 id="invitations" ref={heading} tabIndex={-1}>
          Invitations
        </h2>
        <InvitationList group={group._id} heading={heading} />
      </section>
      <section className={styles.panel} aria-labelledby="invite">
        <h2 id="invite">{asLead ? 'Invite students' : 'Invite people'}</h2>
        <div className={styles.body}>
          <Segmented
            name="way"
            legend="How"
            hideLegend
            options={WAYS}
            value={way}
            onChange={(chosen) => {
              setWay(chosen)
              setMade(undefined)
            }}
          />
          {link !== null && <NewLink link={link} />}
          <InviteForm
            // A sent form begins anew.
            key={`${way} ${made?.invitations[0]?._id ?? ''}`}
            way={way}
            group={group}
            asLead={asLead}
            onInvited={(invited) => {
              setMade(invited)
              if (way === 'mail') notify.success(invited.message, { timeout: SCREEN_TOAST_MS })
            }}
          />
        </div>
      </section>
    </div>
  )
}
