import { useQuery } from '@tanstack/react-query'
import type { SettingChanges } from '#contract/settings/settings.ts'
import { codeOf, fieldErrors } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { ReauthDialog } from '#web/features/account/security/reauth-dialog.tsx'
import { passkeysOf, secondStepOf } from '#web/features/account/security/security.queries.ts'
import { type SettingsInput, useSaveSettings } from '#web/features/settings/settings.queries.ts'

interface ConfirmSettingsProps {
  version: string
  changes: SettingChanges
  onSaved: () => void
  /** The server rejected the settings, not the password. */
  onRejected: (error: Error) => void
  onClose: () => void
}

/** Asks for the password or a passkey and saves settings. */
export function ConfirmSettings({ version, changes, onSaved, onRejected, onClose }: ConfirmSettingsProps) {
  const call = useCall()
  const viewer = viewerKey(useCurrentUser())
  const secondStep = useQuery(secondStepOf(call, viewer))
  const passkeys = useQuery(passkeysOf(call, viewer))
  const { mutate, isPending, error } = useSaveSettings()
  if (secondStep.isPending || passkeys.isPending) return null
  const methods = {
    hasPassword: secondStep.data?.hasPassword ?? true,
    hasPasskey: passkeys.data?.some(({ isForThisSite, isDisabled }) => isForThisSite && !isDisabled) ?? false,
  }
  const close = (rejected: Error) => {
    if (!isAboutSettings(rejected)) return
    onClose()
    onRejected(rejected)
  }
  return (
    <ReauthDialog
      title="Save these settings?"
      text="They apply at once, on every node, without a restart."
      action="Save"
      methods={methods}
      write={{
        mutate: (input: SettingsInput, then) => mutate(input, { ...then, onSaved, onError: close }),
        isPending,
        error,
      }}
      inputOf={(proof) => ({ version, changes, ...proof })}
      onClose={onClose}
    />
  )
}

/** Any other error leaves the dialog open, so that the admin can try again. */
function isAboutSettings(error: Error): boolean {
  const fields = fieldErrors(error)
  const isProof = fields?.password !== undefined || fields?.passkey !== undefined
  return !isProof && (codeOf(error) === 'conflict' || codeOf(error) === 'invalid')
}
