import { type MutationOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

interface WriteCallbacks<Data> {
  /** Runs even when the screen is unmounted by then. */
  onSaved?: (data: Data) => void
  onSuccess?: (data: Data) => void
  onError?: (error: Error) => void
  onSettled?: () => void
}

const NOTHING = { isPending: false, isSuccess: false, error: null }

/**
 * A small `useMutation` with one difference: it sends nothing more until the response arrives, so a double click is one
 * request; with a `scope`, further inputs wait for their turn instead. The callbacks of `mutate` run only while the screen
 * is mounted, except `onSaved`. The toast of a lost connection sends the latest input again.
 */
export function useWrite<Data, Input = void, Context = unknown>(
  options: MutationOptions<Data, Error, Input, Context>,
) {
  const cache = useQueryClient()
  const [state, setState] = useState<{ isPending: boolean; isSuccess: boolean; error: Error | null }>(NOTHING)
  const mounted = useRef(false)
  const sent = useRef(false)
  const latest = useRef<WriteCallbacks<Data>>(null)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  function mutate(input: Input, callbacks: WriteCallbacks<Data> = {}): void {
    if (sent.current && !options.scope) return
    sent.current = true
    latest.current = callbacks
    setState({ ...NOTHING, isPending: true })
    const ended = (now: Partial<typeof state>, notify: () => void) => {
      sent.current = false
      setState({ ...NOTHING, ...now })
      if (!mounted.current) return
      notify()
      callbacks.onSettled?.()
    }
    // A newer write replaces this one.
    const retry = () => {
      if (latest.current === callbacks) mutate(input, callbacks)
    }
    const meta = { ...options.meta, retry }
    const write = cache.getMutationCache().build(cache, cache.defaultMutationOptions({ ...options, meta }))
    write.execute(input).then(
      (data) => {
        latest.current = null
        callbacks.onSaved?.(data)
        ended({ isSuccess: true }, () => callbacks.onSuccess?.(data))
      },
      (error) => ended({ error }, () => callbacks.onError?.(error)),
    )
  }
  return { ...state, mutate }
}
