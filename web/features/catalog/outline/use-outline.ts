import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { codeOf } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import type { Move } from './moves.ts'
import { appliedTo, isSameOrder, type Order, orderOf, withSectionIds } from './order.ts'

/** How long Undo stays. */
const UNDO_MS = 10_000

interface LastChange {
  /** The last change, in a sentence. */
  text: string
  /** The order that it made. */
  made: Order
  /** The order before it. */
  undo?: Order
}

interface Failure {
  message: string
  /** The order that was not saved because the playlist has changed elsewhere. */
  unsaved?: Order
}

/**
 * The order of a playlist while it is being edited. Changes show at once and are saved together; if that fails, the order of
 * the server comes back.
 */
export function useOutline({ playlist, queryKey }: { playlist: Playlist; queryKey: readonly unknown[] }) {
  const [changed, setChanged] = useState<Order>()
  const [last, setLast] = useState<LastChange>()
  const [failure, setFailure] = useState<Failure>()
  const order = changed ?? orderOf(playlist)
  const { save, isSaving } = useOrderSaver({
    playlist,
    queryKey,
    onSaved: setChanged,
    onFailed: (error, unsaved) => {
      const message = error instanceof Error ? error.message : ''
      setFailure(codeOf(error) === 'conflict' ? { message, unsaved } : { message })
      setLast(undefined)
      setChanged(undefined)
    },
  })
  useEffect(() => {
    if (last === undefined) return
    const timer = setTimeout(setLast, UNDO_MS, undefined)
    return () => clearTimeout(timer)
  }, [last])

  function put(
    made: Order,
    text: string,
    { undo, onSaved }: { undo?: Order; onSaved?: (() => void) | undefined } = {},
  ): void {
    setChanged(made)
    setFailure(undefined)
    setLast({ text, made, ...(undo && { undo }) })
    save(made, onSaved)
  }
  // Undo would also take back what another tab has moved since.
  const before = last && isSameOrder(last.made, order) ? last.undo : undefined

  return {
    order,
    message: last?.text,
    failure,
    isSaved: changed === undefined && !isSaving,
    /** Changes the order and says so in a sentence. */
    change: (...[next, text, onSaved]: Move) => put(next, text, { undo: order, onSaved }),
    /** Takes the last change back; missing when it cannot. A deleted section is created again. */
    undo: before && (() => put(appliedTo(before, orderOf(playlist)), 'Undone.')),
    /** Sends the order again that another one had overtaken. */
    applyUnsaved: () =>
      failure?.unsaved &&
      put(appliedTo(failure.unsaved, orderOf(playlist)), 'Your order was applied.', { undo: order }),
  }
}

export type Outline = ReturnType<typeof useOutline>

/** One call goes out this long after the last move. */
const SAVE_DELAY_MS = 800

interface Saver {
  playlist: Playlist
  /** The query of the playlist; the saved one goes there. */
  queryKey: readonly unknown[]
  /** Called with what is still to be saved, with the ids of new sections. */
  onSaved: (waiting: Order | undefined) => void
  /** Called with the order that was not saved, when the query has the order of the server again. */
  onFailed: (error: unknown, unsaved: Order) => void
}

/** Saves the last order that is passed to `save`: shortly after the last call, or at once when the screen is left. */
function useOrderSaver({ playlist, queryKey, onSaved, onFailed }: Saver) {
  const call = useCall()
  const cache = useQueryClient()
  const [isSaving, setIsSaving] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Not state: the timer and leaving the screen read them between two renders.
  const unsent = useRef<Order>(undefined)
  const thens = useRef<readonly (() => void)[]>([])
  const isSending = useRef(false)
  const version = useRef(0)
  useEffect(() => {
    if (!isSending.current && unsent.current === undefined) version.current = playlist.outlineVersion ?? 0
  }, [playlist])

  async function attempt(sent: Order): Promise<void> {
    const then = thens.current
    thens.current = []
    try {
      const { data } = await call('outline.save', {
        params: { playlistId: playlist._id },
        body: bodyOf(sent, version.current),
        keepalive: true,
      })
      cache.setQueryData(queryKey, data)
      for (const onSaved of then) onSaved()
      unsent.current = renewed(unsent.current, sent, data)
      onSaved(unsent.current)
    } catch (error) {
      const unsaved = unsent.current ?? sent
      unsent.current = undefined
      await cache.refetchQueries({ queryKey })
      onFailed(error, unsaved)
    }
    version.current = cache.getQueryData<Playlist>(queryKey)?.outlineVersion ?? version.current
  }

  async function send(): Promise<void> {
    const sent = unsent.current
    if (sent === undefined || isSending.current) return
    unsent.current = undefined
    isSending.current = true
    setIsSaving(true)
    await attempt(sent)
    isSending.current = false
    setIsSaving(false)
    await send()
  }

  const sendNow = useEffectEvent(() => void send())
  useEffect(() => {
    addEventListener('pagehide', sendNow)
    return () => {
      removeEventListener('pagehide', sendNow)
      clearTimeout(timer.current)
      sendNow()
    }
  }, [])

  /** Calls `then` when the order is saved, and never if that fails. */
  function save(order: Order, then?: () => void): void {
    unsent.current = order
    if (then) thens.current = [...thens.current, then]
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void send(), SAVE_DELAY_MS)
  }
  return { save, isSaving }
}

/** Moves that were made while another order was sent. */
function renewed(waiting: Order | undefined, sent: Order, { sections }: Playlist): Order | undefined {
  return waiting && withSectionIds(waiting, sent, sections)
}

function bodyOf({ loose, sections }: Order, version: number) {
  return {
    version,
    loose: [...loose],
    sections: sections.map(({ _id, title, courses }) => ({
      ...(_id !== undefined && { _id }),
      title,
      courses: [...courses],
    })),
  }
}
