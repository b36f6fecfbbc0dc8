import { useEffect, useRef, useState } from 'react'
import type { SecondStep } from '#contract/account/second-step.ts'
import { countOf } from '#contract/format.ts'
import { useSite } from '#web/core/app-context.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './authenticator.module.css'
import { type Methods, ReauthDialog } from './reauth-dialog.tsx'
import { useOfferedTotp, useRenewRecoveryCodes, useTurnOffTotp } from './security.queries.ts'
import settingsStyles from './settings.module.css'
import { Box, Row, Setting } from './settings.tsx'
import { type Offer, TotpSetup } from './totp-setup.tsx'

type Dialog = 'start' | 'renew' | 'off'

interface AuthenticatorSettingProps {
  secondStep: SecondStep
  methods: Methods
}

/** Sets up the authenticator app, renews its recovery codes and turns it off. */
export function AuthenticatorSetting({ secondStep, methods }: AuthenticatorSettingProps) {
  const [dialog, setDialog] = useState<Dialog>()
  const [offer, setOffer] = useState<Offer>()
  const [codes, setCodes] = useState<string[]>()
  const close = () => setDialog(undefined)
  const part = useRef<HTMLDivElement>(null)

  /** Returns to the row. The focused element is gone, so the heading gets the focus. */
  function leave(): void {
    setOffer(undefined)
    setCodes(undefined)
    part.current?.closest('section')?.querySelector('h2')?.focus()
  }

  function showCodes(recoveryCodes: string[]): void {
    setOffer(undefined)
    setCodes(recoveryCodes)
  }

  return (
    <Setting
      title="Authenticator app"
      text="A code from your phone after the password. It belongs to password login only."
    >
      <div ref={part}>
        {codes && <RecoveryCodes codes={codes} onDone={leave} />}
        {offer && <TotpSetup offer={offer} onDone={showCodes} onCancel={leave} />}
        {!(codes || offer) && <AppRow secondStep={secondStep} onOpen={setDialog} />}
      </div>
      {dialog === 'start' && <StartDialog methods={methods} onOffer={setOffer} onClose={close} />}
      {dialog === 'renew' && <RenewDialog methods={methods} onCodes={showCodes} onClose={close} />}
      {dialog === 'off' && <OffDialog methods={methods} onClose={close} />}
    </Setting>
  )
}

interface AppRowProps {
  secondStep: SecondStep
  onOpen: (dialog: Dialog) => void
}

function AppRow({ secondStep: { hasAuthenticator, recoveryCodesLeft }, onOpen }: AppRowProps) {
  if (!hasAuthenticator) {
    return (
      <Box>
        <Row icon="phone" name="Authenticator app" details="Off">
          <Button size="sm" onClick={() => onOpen('start')}>
            Set up
          </Button>
        </Row>
      </Box>
    )
  }
  const left = countOf(recoveryCodesLeft, 'recovery code')
  return (
    <Box>
      <Row icon="phone" name="Authenticator app" tag="On" details={`${left} left`}>
        <Button size="sm" variant="ghost" onClick={() => onOpen('renew')}>
          New recovery codes
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onOpen('off')}>
          Turn off
        </Button>
      </Row>
    </Box>
  )
}

interface DialogProps {
  methods: Methods
  onClose: () => void
}

function StartDialog({ onOffer, ...rest }: DialogProps & { onOffer: (offer: Offer) => void }) {
  return (
    <ReauthDialog
      {...rest}
      title="Set up an authenticator app"
      text="Confirm that it is you. Nothing changes before you enter the first code."
      action="Go on"
      write={useOfferedTotp()}
      inputOf={(proof) => proof}
      onDone={({ secret = '', address = '' }) => onOffer({ secret, address })}
    />
  )
}

function RenewDialog({ onCodes, ...rest }: DialogProps & { onCodes: (codes: string[]) => void }) {
  return (
    <ReauthDialog
      {...rest}
      title="New recovery codes"
      text="You get 10 new codes. The old ones stop working."
      action="Get new codes"
      write={useRenewRecoveryCodes()}
      inputOf={(proof) => proof}
      onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
    />
  )
}

function OffDialog(props: DialogProps) {
  return (
    <ReauthDialog
      {...props}
      title="Turn off the authenticator app?"
      text="Your password alone will be enough to log in. Your recovery codes stop working."
      action="Turn off"
      tone="danger"
      write={useTurnOffTotp()}
      inputOf={(proof) => proof}
    />
  )
}

/** Shows the new codes, this once, until the user confirms that they are saved. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const site = useSite()
  const [isSaved, setSaved] = useState(false)
  const intro = useRef<HTMLParagraphElement>(null)
  useEffect(() => intro.current?.focus(), [])

  function download(): void {
    const text = `Recovery codes for ${site.name} (${site.origin})\nEach works once.\n\n${codes.join('\n')}\n`
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(address)
  }

  return (
    <Box>
      <p ref={intro} tabIndex={-1} className={styles.intro}>
        Save these recovery codes. Each of them logs you in once if you lose your phone. They are not shown
        again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <label className={styles.saved}>
        <input type="checkbox" checked={isSaved} onChange={() => setSaved(!isSaved)} />I have saved these
        codes
      </label>
      <div className={settingsStyles.foot}>
        <Button size="sm" onClick={download}>
          <Icon name="download" />
          Download
        </Button>
        <Button size="sm" variant="primary" disabled={!isSaved} onClick={onDone}>
          Done
        </Button>
      </div>
    </Box>
  )
}
