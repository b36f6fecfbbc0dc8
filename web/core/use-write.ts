import { type MutationOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

interface Told<Data> {
  /** Done even when its screen is gone by then. */
  onWritten?: (data: Data) => void
  onSuccess?: (data: Data) => void
  onError?: (error: Error) => void
  onSettled?: () => void
}

const NOTHING = { isPending: false, isSuccess: false, error: null }

/**
 * What a screen needs of `useMutation`, with one difference: until the answer is there nothing more is sent, so a double
 * click is one request. What `mutate` is told to do afterwards is done only while its screen is still there, but for
 * `onWritten`.
 */
export function useWrite<Data, Written = void, Kept = unknown>(
  options: MutationOptions<Data, Error, Written, Kept>,
) {
  const cache = useQueryClient()
  const [state, setState] = useState<{ isPending: boolean; isSuccess: boolean; error: Error | null }>(NOTHING)
  const here = useRef(false)
  const sent = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  function mutate(written: Written, told: Told<Data> = {}): void {
    if (sent.current) return
    sent.current = true
    setState({ ...NOTHING, isPending: true })
    const ended = (now: Partial<typeof state>, tell: () => void) => {
      sent.current = false
      setState({ ...NOTHING, ...now })
      if (!here.current) return
      tell()
      told.onSettled?.()
    }
    const write = cache.getMutationCache().build(cache, cache.defaultMutationOptions(options))
    write.execute(written).then(
      (data) => {
        told.onWritten?.(data)
        ended({ isSuccess: true }, () => told.onSuccess?.(data))
      },
      (error) => ended({ error }, () => told.onError?.(error)),
    )
  }
  return { ...state, mutate }
}
