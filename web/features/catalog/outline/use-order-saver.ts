import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { useCall } from '#web/core/app-context.tsx'
import { type Order, withSectionIds } from './order.ts'

/** product/teaching.md: one call goes out this long after the last move. */
const SAVE_DELAY_MS = 800

interface Saver {
  playlist: Playlist
  /** The query of the playlist; the saved one goes there. */
  queryKey: readonly unknown[]
  /** Called with what is still to be saved, with the ids of new sections. */
  onSaved: (waiting: Order | undefined) => void
  /** Called with the order that was not saved, when the query has the order of the server again. */
  onFailed: (error: unknown, mine: Order) => void
}

/** Saves the last order that is passed to `save`: shortly after the last call, or at once when the screen is left. */
export function useOrderSaver({ playlist, queryKey, onSaved, onFailed }: Saver) {
  const call = useCall()
  const cache = useQueryClient()
  const [isSaving, setIsSaving] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Not state: the timer and leaving the screen read them between two renders.
  const unsent = useRef<Order>(undefined)
  const isSending = useRef(false)
  const version = useRef(0)
  useEffect(() => {
    if (!isSending.current && unsent.current === undefined) version.current = playlist.outlineVersion ?? 0
  }, [playlist])

  async function attempt(sent: Order): Promise<void> {
    try {
      const { data } = await call('outline.save', {
        params: { playlistId: playlist._id },
        body: bodyOf(sent, version.current),
        keepalive: true,
      })
      cache.setQueryData(queryKey, data)
      unsent.current = renewed(unsent.current, sent, data)
      onSaved(unsent.current)
    } catch (error) {
      const mine = unsent.current ?? sent
      unsent.current = undefined
      await cache.refetchQueries({ queryKey })
      onFailed(error, mine)
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

  function save(order: Order): void {
    unsent.current = order
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
