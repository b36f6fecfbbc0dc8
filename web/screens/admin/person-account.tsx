import { useState } from 'react'
import type { PersonPage } from '#contract/people/people.ts'
import { ReauthDialog } from '#web/features/account/security/reauth-dialog.tsx'
import { useAccountChanges } from '#web/features/account/users/account-menu.tsx'
import {
  useMethods,
  usePersonAction,
  useResetPassword,
} from '#web/features/people/directory/person.queries.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './person.module.css'
import { PersonBox } from './person-box.tsx'
import { QuotaDialog } from './quota-dialog.tsx'

type Open = 'reset' | 'second' | 'quota'

interface PersonAccountProps {
  page: PersonPage
  isSelf: boolean
}

/** What an admin can change of an account. Nobody changes their own here. */
export function PersonAccount({ page, isSelf }: PersonAccountProps) {
  const { person } = page
  const changes = useAccountChanges(person)
  const [open, setOpen] = useState<Open>()
  const [code, setCode] = useState<string>()
  const close = () => setOpen(undefined)
  const may = !(isSelf || person.deleted)
  return (
    <PersonBox title="Account" aside={<span className={styles.aside}>Asks for your password</span>}>
      <ul className={styles.settings}>
        {rowsOf(page).map(({ opens, name, text, action, what }) => (
          <li key={name}>
            <div>
              <b>{name}</b>
              <small>{text}</small>
            </div>
            {may && action && (
              <Button
                size="sm"
                onClick={() => (opens === 'role' || opens === 'admin' ? changes.open(opens) : setOpen(opens))}
              >
                {action}
                <span className="sr"> {what}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {code !== undefined && (
        <p className={styles.code} role="status">
          Give this code to <bdi>{person.username}</bdi>. It is shown only now: <code>{code}</code>
        </p>
      )}
      {changes.dialog}
      {open === 'reset' && <ResetDialog page={page} onCode={setCode} onClose={close} />}
      {open === 'second' && <SecondStepDialog person={person} onClose={close} />}
      {open === 'quota' && <QuotaDialog page={page} onClose={close} />}
    </PersonBox>
  )
}

interface Row {
  opens: Open | 'role' | 'admin'
  name: string
  text: string
  /** The word on the button, and what it is about for screen readers. */
  action: string | undefined
  what: string
}

const RESETS = {
  mail: { name: 'Reset link', text: 'By mail, valid 60 minutes', action: 'Send' },
  code: { name: 'Reset code', text: 'Shown once, valid 10 minutes', action: 'Create' },
} as const

function rowsOf({ person, space, resetBy }: PersonPage): Row[] {
  const { isAdmin, hasAuthenticator, passkeys } = person
  const hasSecondStep = hasAuthenticator || passkeys > 0
  return [
    { opens: 'role', name: 'Role', text: person.role, action: 'Change', what: 'the role' },
    {
      opens: 'admin',
      name: 'Admin rights',
      text: isAdmin ? 'An admin' : 'Not an admin',
      action: isAdmin ? 'Remove' : 'Make admin',
      what: isAdmin ? 'the admin rights' : '',
    },
    { opens: 'reset', ...RESETS[resetBy], what: 'for a new password' },
    {
      opens: 'second',
      name: 'Second step',
      text: secondStepText(person),
      action: hasSecondStep ? 'Turn off' : undefined,
      what: 'the second step',
    },
    { opens: 'quota', name: 'Upload quota', text: quotaText(space), action: 'Change', what: 'the quota' },
  ]
}

function secondStepText({ hasAuthenticator, passkeys }: PersonPage['person']): string {
  const words = [
    ...(hasAuthenticator ? ['authenticator app'] : []),
    ...(passkeys > 0 ? [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`] : []),
  ].join(' and ')
  return words === '' ? 'None' : words.charAt(0).toUpperCase() + words.slice(1)
}

const GIGABYTE = 1024 ** 3

function quotaText({ usedBytes, quotaGb, siteQuotaGb }: PersonPage['space']): string {
  const used = (usedBytes / GIGABYTE).toFixed(1)
  return `${used} of ${quotaGb ?? siteQuotaGb} GB${quotaGb === null ? ' (the site’s default)' : ''}`
}

interface ResetDialogProps {
  page: PersonPage
  onCode: (code: string | undefined) => void
  onClose: () => void
}

function ResetDialog({ page: { person, resetBy }, onCode, onClose }: ResetDialogProps) {
  const write = useResetPassword(person._id)
  const isMail = resetBy === 'mail'
  return (
    <ReauthDialog
      title={
        <>
          {isMail ? 'Mail a link to ' : 'Create a code for '}
          <bdi>{person.username}</bdi>?
        </>
      }
      text={
        isMail
          ? 'They choose a new password with it. Their password works until then.'
          : 'They choose a new password with it on the screen Reset password. It is valid for 10 minutes.'
      }
      action={isMail ? 'Send the link' : 'Create the code'}
      methods={useMethods()}
      write={write}
      inputOf={(proof) => proof}
      onDone={(reply) => onCode(reply.code)}
      onClose={onClose}
    />
  )
}

function SecondStepDialog({ person, onClose }: { person: PersonPage['person']; onClose: () => void }) {
  const write = usePersonAction('people.endSecondStep', person._id)
  return (
    <ReauthDialog
      title={
        <>
          Turn off the second step of <bdi>{person.username}</bdi>?
        </>
      }
      text="Do it only if you are sure that they asked you: their password alone is enough to log in then. Their passkeys are disabled. They get a mail about it."
      action="Turn off"
      tone="danger"
      methods={useMethods()}
      write={write}
      inputOf={(proof) => proof}
      onClose={onClose}
    />
  )
}
