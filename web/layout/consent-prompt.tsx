import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type Consent, LEGAL_KINDS } from '#contract/settings/legal-kinds.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { missingConsentsOf, useAcceptVersions } from '#web/features/account/consents.queries.ts'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { keepFocusWithin, useModal } from '#web/ui/overlay/use-modal.ts'
import styles from './consent-prompt.module.css'
import { LogoutOverlay } from './logout-overlay.tsx'

/** The screens that stay readable before anything is accepted. */
const READABLE = new Set(['/accessibility', ...LEGAL_KINDS.map((kind) => `/${kind}`)])

/** Asks whoever has not accepted the terms or the privacy policy. On the pages themselves it is a bar below them. */
export function ConsentPrompt() {
  const [isLoggingOut, setLoggingOut] = useState(false)
  const { pathname } = useLocation()
  const { data } = useQuery(missingConsentsOf(useCall(), viewerKey(useCurrentUser())))
  const versions = data?.versions ?? {}
  if (!(versions.terms || versions.privacy)) return null
  const onLogout = () => setLoggingOut(true)
  return (
    <>
      {READABLE.has(pathname) ? (
        <section className={styles.bar} aria-label="Consent">
          <p>Please read our terms.</p>
          <Choices versions={versions} onLogout={onLogout} />
        </section>
      ) : (
        <PromptDialog versions={versions} onLogout={onLogout} />
      )}
      {isLoggingOut && <LogoutOverlay onClose={() => setLoggingOut(false)} />}
    </>
  )
}

interface ConsentProps {
  versions: Consent
  onLogout: () => void
}

function PromptDialog(props: ConsentProps) {
  const id = useId()
  const first = useRef<HTMLAnchorElement>(null)
  const dialog = useModal(first)
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={keepFocusWithin}
    >
      <h2 id={id}>Please read our terms.</h2>
      <p>You can go on when you have accepted {namesOf(props.versions)}.</p>
      <div className={styles.buttons}>
        <LinkButton ref={first} to={props.versions.terms ? '/terms' : '/privacy'}>
          Read
        </LinkButton>
        <Choices {...props} />
      </div>
    </dialog>
  )
}

function Choices({ versions, onLogout }: ConsentProps) {
  const accept = useAcceptVersions()
  return (
    <>
      <Button variant="primary" busy={accept.isPending} onClick={() => accept.mutate(versions)}>
        Accept
      </Button>
      <Button variant="ghost" onClick={onLogout}>
        Log out
      </Button>
    </>
  )
}

const namesOf = ({ terms, privacy }: Consent) =>
  [terms && 'the terms', privacy && 'the privacy policy'].filter(Boolean).join(' and ')
