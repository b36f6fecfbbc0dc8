import { useQuery } from '@tanstack/react-query'
import { PROGRESS_NOTICE } from '#contract/insight/privacy-words.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { identitiesOf } from '#web/features/account/provider/identities.queries.ts'
import { useProviderLabel } from '#web/features/account/provider/provider.queries.ts'
import { ProviderSetting } from '#web/features/account/provider/provider-setting.tsx'
import { AuthenticatorSetting } from '#web/features/account/security/authenticator-setting.tsx'
import { PasskeysSetting } from '#web/features/account/security/passkeys-setting.tsx'
import { PasswordSetting } from '#web/features/account/security/password-setting.tsx'
import { passkeysOf, secondStepOf, sessionsOf } from '#web/features/account/security/security.queries.ts'
import { SessionsSetting } from '#web/features/account/security/sessions-setting.tsx'
import { Setting, Warning } from '#web/features/account/security/settings.tsx'
import { ProgressSwitch } from '#web/features/insight/privacy/progress-switch.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { FormSkeleton } from '#web/ui/feedback/skeleton.tsx'

/** /account/security: how the user logs in, and where they are logged in. */
export function Component() {
  const me = useCurrentUser()
  return (
    <>
      <ScreenTitle screen="Security" unlisted />
      {me ? <Settings userId={me._id} /> : <Skeleton />}
    </>
  )
}

function Settings({ userId }: { userId: string }) {
  const call = useCall()
  const secondStep = useQuery(secondStepOf(call, userId))
  const passkeys = useQuery(passkeysOf(call, userId))
  const sessions = useQuery(sessionsOf(call, userId))
  const label = useProviderLabel()
  const identities = useQuery({ ...identitiesOf(call, userId), enabled: label !== undefined })
  const all = [secondStep, passkeys, sessions, identities]
  const failed = all.find(({ isError, data }) => isError && data === undefined)
  if (failed) {
    const refetchAll = () => all.map(({ refetch }) => refetch())
    return <LoadFailed drawing="people" error={failed.error} onRetry={refetchAll} />
  }
  if (!(secondStep.data && passkeys.data && sessions.data)) return <Skeleton />
  const hasPasskey = passkeys.data.some(({ isForThisSite, isDisabled }) => isForThisSite && !isDisabled)
  const methods = { hasPassword: secondStep.data.hasPassword, hasPasskey }
  return (
    <>
      {secondStep.data.isMissing && (
        <Warning alone>
          This site asks its admins for a second step. Add a passkey or set up an authenticator app; until
          then the admin screens stay closed.
        </Warning>
      )}
      <PasswordSetting methods={methods} changedAt={secondStep.data.passwordChangedAt} />
      <PasskeysSetting
        passkeys={passkeys.data}
        methods={methods}
        isAllowed={secondStep.data.allowsPasskeys}
      />
      {label !== undefined && identities.data && (
        <ProviderSetting label={label} identities={identities.data} methods={methods} />
      )}
      <AuthenticatorSetting secondStep={secondStep.data} methods={methods} />
      <SessionsSetting sessions={sessions.data} methods={methods} />
      <Setting title="Privacy" text={PROGRESS_NOTICE}>
        <div>
          <ProgressSwitch />
        </div>
      </Setting>
    </>
  )
}

function Skeleton() {
  return (
    <Loading what="security settings">
      <FormSkeleton fields={5} />
    </Loading>
  )
}
