import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Playlist } from '#contract/playlists.ts'
import { codeOf } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { appliedTo, type Order, orderOf, withSectionIds } from './order.ts'

/** product/teaching.md: one call goes out this long after the last move, and Undo stays this long. */
const SAVE_DELAY_MS = 800
const UNDO_MS = 10_000

/** The last change, in a sentence; `undo` is the order before it. */
export interface OutlineNews {
  text: string
  undo?: Order
}

interface Failure {
  message: string
  /** Another tab or device has changed the playlist: the order that was not saved. */
  mine?: Order
}

interface Options {
  playlist: Playlist
  /** The query of the playlist; the saved one goes there. */
  queryKey: readonly unknown[]
}

/**
 * The order of a playlist while it is being edited. Changes show at once and are saved together; if that fails, the order of
 * the server comes back.
 */
export function useOutline({ playlist, queryKey }: Options) {
  const call = useCall()
  const cache = useQueryClient()
  const [changed, setChanged] = useState<Order>()
  const [isSaving, setIsSaving] = useState(false)
  const [news, setNews] = useState<OutlineNews>()
  const [failure, setFailure] = useState<Failure>()
  /** What is not sent yet. State would be one render late for the timer and for leaving the screen. */
  const unsent = useRef<Order>(undefined)
  const sending = useRef(false)
  const version = useRef(playlist.outlineVersion ?? 0)
  if (!sending.current && unsent.current === undefined) version.current = playlist.outlineVersion ?? 0
  const order = changed ?? orderOf(playlist)

  async function send(): Promise<void> {
    const sent = unsent.current
    if (sent === undefined || sending.current) return
    unsent.current = undefined
    sending.current = true
    setIsSaving(true)
    try {
      const { data } = await call('outline.save', {
        params: { playlistId: playlist._id },
        body: bodyOf(sent, version.current),
        keepalive: true,
      })
      version.current = data.outlineVersion ?? 0
      cache.setQueryData(queryKey, data)
      const waiting: Order | undefined = unsent.current
      unsent.current = waiting && withSectionIds(waiting, sent, data.sections)
      setChanged(unsent.current)
    } catch (error) {
      await restore(error, unsent.current ?? sent)
    } finally {
      sending.current = false
      setIsSaving(false)
    }
    if (unsent.current !== undefined) void send()
  }

  async function restore(error: unknown, mine: Order): Promise<void> {
    unsent.current = undefined
    setNews(undefined)
    await cache.refetchQueries({ queryKey })
    const message = error instanceof Error ? error.message : ''
    setFailure(codeOf(error) === 'conflict' ? { message, mine } : { message })
    setChanged(undefined)
  }

  const sendLater = useEffectEvent(() => void send())
  useEffect(() => {
    if (changed === undefined) return
    const timer = setTimeout(sendLater, SAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [changed])
  useEffect(() => {
    addEventListener('pagehide', sendLater)
    return () => {
      removeEventListener('pagehide', sendLater)
      sendLater()
    }
  }, [])
  useEffect(() => {
    if (news === undefined) return
    const timer = setTimeout(setNews, UNDO_MS, undefined)
    return () => clearTimeout(timer)
  }, [news])

  function change(next: Order, text: string): void {
    unsent.current = next
    setChanged(next)
    setFailure(undefined)
    setNews({ text, undo: order })
  }

  function undo(): void {
    if (!news?.undo) return
    unsent.current = news.undo
    setChanged(news.undo)
    setNews({ text: 'Undone.' })
  }

  /** Sends the order again that another one had overtaken. */
  function applyMine(): void {
    if (failure?.mine) change(appliedTo(failure.mine, orderOf(playlist)), 'Your order was applied.')
  }

  return {
    order,
    news,
    failure,
    isSaved: changed === undefined && !isSaving,
    change,
    undo,
    applyMine,
  }
}

export type Outline = ReturnType<typeof useOutline>

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
