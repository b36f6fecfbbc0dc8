import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { CallReply } from '#contract/api.ts'
import {
  INVITATION_FORGED,
  INVITATION_OF_ANOTHER,
  INVITATION_USED,
} from '#contract/people/invitation-messages.ts'
import type { OpenedInvitation } from '#contract/people/invitations.ts'
import { ApiError } from '#web/core/api-error.ts'
import { useCall, useSite } from '#web/core/app-context.tsx'
import { loginState } from '#web/core/guard.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { useHydrated } from '#web/core/use-hydrated.ts'
import { AuthScreen } from '#web/features/account/auth/auth-screen.tsx'
import type { Invited } from '#web/features/account/auth/invited.ts'
import { openedInvitationOf, useAccept } from '#web/features/people/invitations.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import styles from './join.module.css'

/** /join#invite=…: the link of an invitation. Nothing changes before the user presses a button. */
export function Component() {
  const { hash } = useLocation()
  const isHydrated = useHydrated()
  return (
    <>
      <ScreenTitle screen="Invitation" unlisted />
      {isHydrated ? <Opened key={hash} token={tokenIn(hash)} /> : <Working />}
    </>
  )
}

/** Fragments reach no server, log or referrer. */
const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('invite') ?? ''

const LIST = new Intl.ListFormat('en-GB')

function Working() {
  return <AuthScreen title="Your invitation" lead="One moment…" other={null} />
}

function Opened({ token }: { token: string }) {
  const opened = useQuery(openedInvitationOf(useCall(), token))
  const accept = useAccept()
  const [accepted, setAccepted] = useState<CallReply<'invitations.accept'>>()
  const me = useCurrentUser()
  if (accepted) return <Done accepted={accepted} />
  const error = accept.error ?? opened.error
  if (error) {
    const retry = () => (accept.error ? accept.mutate(token, { onSuccess: setAccepted }) : opened.refetch())
    return <Failed error={error} onTryAgain={() => void retry()} />
  }
  if (!opened.data) return <Working />
  if (!me) return <ForVisitor invitation={opened.data} token={token} />
  if (opened.data.email !== null && !isSameAddress(opened.data.email, me.email))
    return <OfAnother invitation={opened.data} me={me} />
  return (
    <ForUser
      invitation={opened.data}
      me={me}
      isJoining={accept.isPending}
      onJoin={() => accept.mutate(token, { onSuccess: setAccepted })}
    />
  )
}

const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function titleOf({ site }: OpenedInvitation): string {
  return `You are invited to ${site}`
}

/** `You join Class 7b and Film club as Student.` */
function leadOf({ groups, role }: OpenedInvitation): string {
  const where = groups.length === 0 ? '' : ` ${LIST.format(groups)}`
  return `You join${where} as ${role}.`
}

function ForVisitor({ invitation, token }: { invitation: OpenedInvitation; token: string }) {
  const location = useLocation()
  const { role, groups, email, username } = invitation
  const invited: Invited = { token, role, groups, email, username }
  return (
    <AuthScreen title={titleOf(invitation)} lead={leadOf(invitation)} mark="sent" other={null}>
      {email !== null && (
        <p className={styles.address}>
          The invitation is for <b>{email}</b>.
        </p>
      )}
      <LinkButton variant="primary" size="lg" block to="/register" state={{ invited }}>
        Create your account
      </LinkButton>
      <LinkButton size="lg" block to="/login" state={loginState(location)}>
        I have an account: Login
      </LinkButton>
    </AuthScreen>
  )
}

interface ForUserProps {
  invitation: OpenedInvitation
  me: SessionUser
  isJoining: boolean
  onJoin: () => void
}

function ForUser({ invitation, me, isJoining, onJoin }: ForUserProps) {
  const { groups, role } = invitation
  const teaches = role === 'Teacher' && me.role !== 'Teacher'
  const isEmpty = groups.length === 0 && !teaches
  const lead = leadOf({ ...invitation, role: teaches ? role : me.role })
  return (
    <AuthScreen
      title={titleOf(invitation)}
      lead={isEmpty ? 'You have an account here already.' : lead}
      mark="sent"
      other={null}
    >
      <Button variant="primary" size="lg" block busy={isJoining && 'Joining...'} onClick={onJoin}>
        {joinLabel(groups, teaches)}
      </Button>
      <p className={styles.address}>
        You are logged in as <b>{me.email}</b>.
      </p>
    </AuthScreen>
  )
}

/** `Join Class 7b` */
function joinLabel(groups: readonly string[], teaches: boolean): string {
  if (groups.length > 0) return `Join ${LIST.format(groups)}`
  return teaches ? 'Become a teacher' : 'Accept the invitation'
}

function OfAnother({ invitation, me }: { invitation: OpenedInvitation; me: SessionUser }) {
  return (
    <AuthScreen
      title={INVITATION_OF_ANOTHER}
      lead={`It is for ${invitation.email}. You are logged in as ${me.email}.`}
      mark="warning"
      other={null}
    >
      <p className={styles.address}>
        Log out and open the link again, or ask for an invitation to your own address.
      </p>
      <GoHome />
    </AuthScreen>
  )
}

function Done({ accepted: { message, groups } }: { accepted: CallReply<'invitations.accept'> }) {
  return (
    <AuthScreen
      title="Welcome"
      lead={message}
      mark="done"
      other={
        groups.length > 0 && (
          <TextLink to="/account/groups" inline>
            See your groups
          </TextLink>
        )
      }
    >
      <GoHome />
    </AuthScreen>
  )
}

function GoHome() {
  return (
    <LinkButton variant="primary" size="lg" block to="/">
      Go to the home page
    </LinkButton>
  )
}

/** An invitation that cannot be used, or a request that failed. */
function Failed({ error, onTryAgain }: { error: Error; onTryAgain: () => void }) {
  const me = useCurrentUser()
  const site = useSite()
  const isEnded = error instanceof ApiError && error.code === 'invalid'
  if (!isEnded) {
    return (
      <AuthScreen title="That did not work" lead={error.message} mark="warning" other={null}>
        <Button variant="primary" size="lg" block onClick={onTryAgain}>
          Try again
        </Button>
      </AuthScreen>
    )
  }
  return (
    <AuthScreen title={error.message} lead={whatToDo(error.message)} mark="used" other={null}>
      {me ? (
        <GoHome />
      ) : (
        <LinkButton variant="primary" size="lg" block to="/login">
          Login
        </LinkButton>
      )}
      {!me && <p className={styles.address}>You need no invitation to log in to {site.name}.</p>}
    </AuthScreen>
  )
}

function whatToDo(message: string): string {
  if (message === INVITATION_FORGED)
    return 'The link may be incomplete. Copy the whole link from the message that you got, or ask for a new one.'
  if (message === INVITATION_OF_ANOTHER)
    return 'Log in with the address that was invited, or ask for an invitation to your own address.'
  if (message === INVITATION_USED) return 'If you have used it yourself, log in. Else ask for a new one.'
  return 'Ask the person who invited you for a new one.'
}
