import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminSettings } from '#contract/settings/settings.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { providerStateOf, useTestProvider } from '#web/features/account/provider/provider.queries.ts'
import { Box, Foot, Row, Setting } from '#web/features/account/security/settings.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { ProviderForm } from './provider-form.tsx'
import styles from './provider-settings.module.css'

const UNTESTED = 'Asks the provider for its addresses and keys.'

/** How the sign-in provider is connected, with a test. The environment decides, because of the secret. */
export function ProviderSettings({ stored }: { stored: AdminSettings }) {
  const me = useCurrentUser()
  const { data } = useQuery(providerStateOf(useCall(), viewerKey(me)))
  const test = useTestProvider()
  const [hint, setHint] = useState(UNTESTED)
  if (!data) return null
  const { provider, passwordLogin } = data
  return (
    <Setting title="Sign-in provider" text="People log in with the accounts of your organisation.">
      <Box>
        <Row
          icon="school"
          name={provider?.label ?? 'No provider'}
          tag={provider ? 'Connected' : undefined}
          details={
            provider ? provider.issuer : 'Set OIDC_ISSUER in the environment, and start the site again.'
          }
        />
        {provider && (
          <dl className={styles.details}>
            <Detail name="Client" value={provider.clientId} />
            <Detail name="Redirect address" value={provider.redirectUri} />
            <Detail name="Scopes" value={provider.scopes} />
            <Detail name="Claim" value={provider.claim} />
            <Detail name="Password login" value={passwordLogin ? 'On' : 'Off'} />
          </dl>
        )}
        {provider && (
          <Foot hint={hint}>
            <Button
              size="sm"
              busy={test.isPending}
              onClick={() => test.mutate(undefined, { onSuccess: ({ message }) => setHint(message) })}
            >
              Test the connection
            </Button>
          </Foot>
        )}
        {provider && <ProviderForm stored={stored} />}
      </Box>
    </Setting>
  )
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
