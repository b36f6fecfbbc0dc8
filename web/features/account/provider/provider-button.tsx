import { goToProvider } from '#web/core/provider.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { useProviderLabel } from './provider.queries.ts'

interface ProviderButtonProps {
  /** The router state, so that the user comes back to where they were. */
  state: unknown
  /** The only way to log in. */
  isOnly?: boolean
}

/** Signs in with the accounts of the organisation, where the site has them. */
export function ProviderButton({ state, isOnly = false }: ProviderButtonProps) {
  const label = useProviderLabel()
  if (label === undefined) return null
  return (
    <Button
      size="lg"
      block
      variant={isOnly ? 'primary' : 'default'}
      onClick={() => goToProvider('login', state)}
    >
      <Icon name="school" />
      {label}
    </Button>
  )
}
