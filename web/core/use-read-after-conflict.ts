import { useQueryClient } from '@tanstack/react-query'
import { codeOf } from './api-error.ts'

/** Reads the item again when somebody else has saved it meanwhile, so that the form can show both versions. */
export function useReadAfterConflict(): (error: unknown) => Promise<void> {
  const cache = useQueryClient()
  return async (error) => {
    if (codeOf(error) === 'conflict') await cache.invalidateQueries()
  }
}
