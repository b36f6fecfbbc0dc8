import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { codeOf } from '#web/core/api-error.ts'

/** Leads an admin who still needs a second step from the admin screens to the one where they set it up. */
export function useSecondStepRedirect(): void {
  const cache = useQueryClient()
  const navigate = useNavigate()
  useEffect(
    () =>
      cache.getQueryCache().subscribe(({ query }) => {
        if (codeOf(query.state.error) === 'second_step_needed')
          void navigate('/account/security', { replace: true })
      }),
    [cache, navigate],
  )
}
