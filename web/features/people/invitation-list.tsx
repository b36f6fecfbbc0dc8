import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { countOf } from '#contract/format.ts'
import { INVITATION_STATES, type Invitation, type InvitationState } from '#contract/people/invitations.ts'
import { useCall } from '#web/core/app-context.tsx'
import { copyLink } from '#web/core/copy-link.ts'
import { Badge, type BadgeTone } from '#web/ui/feedback/badge.tsx'
import { ChipButton, Filters } from '#web/ui/layout/chip.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Confirm } from '#web/ui/overlay/confirm.tsx'
import { MoreMenu } from '#web/ui/overlay/more-menu.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { TableRows } from '#web/ui/table/table-rows.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import styles from './invitation-list.module.css'
import { invitationsOf, useChangeInvitation } from './invitations.queries.ts'

const STATES: Record<InvitationState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Waiting', tone: 'pending' },
  used: { label: 'Used', tone: 'approved' },
  expired: { label: 'Expired', tone: 'draft' },
  revoked: { label: 'Withdrawn', tone: 'cancel' },
}

const MAILS: Record<NonNullable<Invitation['mail']>, string> = {
  waiting: 'the mail is on its way',
  sent: 'mailed',
  rejected: 'the mail was rejected',
  unreachable: "the address can't be reached",
  failed: 'the mail could not be sent',
}

interface InvitationListProps {
  /** Only the invitations to this group. */
  group?: string
  /** Gets the focus when the focused row changes its place. */
  heading: RefObject<HTMLElement | null>
}

/** Invitations, newest first, with what can be done about each. */
export function InvitationList({ group, heading }: InvitationListProps) {
  const [state, setState] = useState<InvitationState>()
  const list = useInfiniteQuery(invitationsOf(useCall(), { group, state }))
  const invitations = list.data?.pages.flatMap((page) => page.invitations) ?? []
  const [toRevoke, setToRevoke] = useState<Invitation>()
  return (
    <>
      <div className={styles.filters}>
        <Filters label="State">
          <ChipButton pressed={state === undefined} onClick={() => setState(undefined)}>
            All
          </ChipButton>
          {INVITATION_STATES.map((each) => (
            <ChipButton key={each} pressed={state === each} onClick={() => setState(each)}>
              {STATES[each].label}
            </ChipButton>
          ))}
        </Filters>
      </div>
      <TableRows
        what="invitations"
        list={list}
        loaded={invitations.length}
        total={list.data?.pages[0]?.total}
        empty={{
          drawing: 'people',
          title: state === undefined ? 'No invitations yet.' : 'No invitations here.',
          help: 'Invite people by mail or with a link.',
        }}
      >
        <ul className={styles.rows}>
          {invitations.map((invitation) => (
            <Row key={invitation._id} invitation={invitation} onRevoke={() => setToRevoke(invitation)} />
          ))}
        </ul>
      </TableRows>
      {toRevoke && (
        <ConfirmRevoke invitation={toRevoke} heading={heading} onClose={() => setToRevoke(undefined)} />
      )}
    </>
  )
}

interface ConfirmRevokeProps {
  invitation: Invitation
  heading: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Afterwards the row may have left the list, so the heading gets the focus. */
function ConfirmRevoke({ invitation, heading, onClose }: ConfirmRevokeProps) {
  const revoke = useChangeInvitation('revoke')
  const isRevoked = useRef(false)
  const onSuccess = () => {
    isRevoked.current = true
  }
  return (
    <Confirm
      onClose={onClose}
      title="Withdraw this invitation?"
      text="Its link stops working at once. People who have used it stay."
      cancel="Cancel"
      action="Withdraw"
      busy={revoke.isPending && 'Withdrawing...'}
      onConfirm={() => revoke.mutate(invitation._id, { onSuccess, onSettled: onClose })}
      finalFocus={() => (isRevoked.current ? heading.current : null)}
    />
  )
}

function Row({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const { kind, state, link, canChange, username } = invitation
  const send = useChangeInvitation('send')
  const name = nameOf(invitation)
  const isOpen = state === 'waiting' || state === 'expired'
  const items = [
    ...(kind === 'mail' && isOpen ? [{ label: 'Send again', run: () => send.mutate(invitation._id) }] : []),
    ...(isOpen ? [{ label: 'Withdraw', danger: true, run: onRevoke }] : []),
  ]
  return (
    <li>
      <span className={styles.icon}>
        <Icon name={kind === 'mail' ? 'mail' : 'link'} />
      </span>
      <span className={styles.words}>
        <b dir="auto">{name}</b>
        <small className={styles.facts}>
          {username !== null && (
            <>
              <bdi>{username}</bdi> ·{' '}
            </>
          )}
          {factsOf(invitation).join(' · ')}
        </small>
      </span>
      <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      <span className={styles.actions}>
        {link !== null && (
          <Button size="sm" onClick={() => void copyLink(hereOf(link))} aria-label={`Copy link: ${name}`}>
            <Icon name="copy" size="sm" />
            Copy link
          </Button>
        )}
        {canChange && items.length > 0 && <MoreMenu name={name} items={items} />}
      </span>
    </li>
  )
}

function nameOf({ email, groups }: Invitation): string {
  if (email !== null) return email
  return groups.length === 0 ? 'Link' : `Link to ${groups.map(({ name }) => name).join(', ')}`
}

function factsOf({
  kind,
  role,
  groups,
  uses,
  usesMax,
  mail,
  expiresAt,
  state,
  createdBy,
}: Invitation): string[] {
  return [
    role,
    ...(kind === 'mail' && groups.length > 0 ? [groups.map(({ name }) => name).join(', ')] : []),
    ...(kind === 'link' ? [`${uses} of ${countOf(usesMax, 'use')}`] : []),
    ...(mail === null ? [] : [MAILS[mail]]),
    ...(state === 'waiting' ? [`until ${formatDate(expiresAt)}`] : []),
    ...(createdBy ? [`by ${createdBy.username}`] : []),
  ]
}

/** The link at the address at which this browser knows the site. */
export function hereOf(link: string): string {
  const { pathname, hash } = new URL(link)
  return `${location.origin}${pathname}${hash}`
}
