import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Identity } from '#contract/account/provider.ts'
import { problemText } from '#contract/account/provider-messages.ts'
import { answerIn, goToProvider } from '#web/core/provider.ts'
import { type Methods, ReauthDialog } from '#web/features/account/security/reauth-dialog.tsx'
import { Box, Row, Setting, Warning } from '#web/features/account/security/settings.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { useConnect, useDisconnect } from './provider.queries.ts'

interface ProviderSettingProps {
  label: string
  identities: Identity[]
  methods: Methods
}

/** Connects the account of the organisation, or disconnects it. */
export function ProviderSetting({ label, identities, methods }: ProviderSettingProps) {
  const { search } = useLocation()
  // Kept, because the address is cleaned at once.
  const [answer] = useState(() => answerIn(search))
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'connect' | 'disconnect' | undefined>(
    answer?.ticket === undefined ? undefined : 'connect',
  )
  const close = () => {
    setDialog(undefined)
    if (search !== '') void navigate('.', { replace: true })
  }
  const [identity] = identities
  const problem = answer?.problem
  return (
    <Setting title={`Sign-in with ${label}`} text="The account of your organisation logs you in here, too.">
      <Box>
        {problem !== undefined && <Warning>{problemText(problem, label)}</Warning>}
        <Row
          icon="school"
          name={label}
          tag={identity && 'Connected'}
          details={
            identity ? (
              <>
                <bdi>{identity.email}</bdi> · since <RelativeTime at={identity.createdAt} />
              </>
            ) : (
              'Not connected'
            )
          }
        >
          {identity ? (
            <Button size="sm" variant="ghost" onClick={() => setDialog('disconnect')}>
              Disconnect
            </Button>
          ) : (
            <Button size="sm" onClick={() => goToProvider('connect')}>
              Connect
            </Button>
          )}
        </Row>
      </Box>
      {dialog === 'connect' && answer?.ticket !== undefined && (
        <ConnectDialog label={label} ticket={answer.ticket} methods={methods} onClose={close} />
      )}
      {dialog === 'disconnect' && <DisconnectDialog label={label} methods={methods} onClose={close} />}
    </Setting>
  )
}

interface DialogProps {
  label: string
  methods: Methods
  onClose: () => void
}

function ConnectDialog({ label, ticket, ...rest }: DialogProps & { ticket: string }) {
  return (
    <ReauthDialog
      {...rest}
      title={`Connect ${label}?`}
      text="Then the account that you have just signed in with logs you in here. Do it only if you started this yourself."
      action="Connect"
      write={useConnect()}
      inputOf={(proof) => ({ ...proof, ticket })}
    />
  )
}

function DisconnectDialog({ label, ...rest }: DialogProps) {
  return (
    <ReauthDialog
      {...rest}
      title={`Disconnect ${label}?`}
      text="It no longer logs you in here. Groups and roles that come from it end."
      action="Disconnect"
      tone="danger"
      write={useDisconnect()}
      inputOf={(proof) => proof}
    />
  )
}
