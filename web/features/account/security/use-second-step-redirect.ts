import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { secondStepOf } from './security.queries.ts'

/** Redirects admins from the admin screens to the security screen until they have set up the required second step. */
export function useSecondStepRedirect(): void {
  const me = useCurrentUser()
  const navigate = useNavigate()
  const { data } = useQuery({ ...secondStepOf(useCall(), viewerKey(me)), enabled: me !== null })
  const isMissing = data?.isMissing === true
  useEffect(() => {
    if (isMissing) void navigate('/account/security', { replace: true })
  }, [isMissing, navigate])
}
