import { useEffect, useState } from 'react'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { codeOf } from '#web/core/api-error.ts'
import { appliedTo, isSameOrder, type Order, orderOf } from './order.ts'
import { useOrderSaver } from './use-order-saver.ts'

/** product/teaching.md: how long Undo stays. */
const UNDO_MS = 10_000

interface News {
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
  mine?: Order
}

/**
 * The order of a playlist while it is being edited. Changes show at once and are saved together; if that fails, the order of
 * the server comes back.
 */
export function useOutline({ playlist, queryKey }: { playlist: Playlist; queryKey: readonly unknown[] }) {
  const [changed, setChanged] = useState<Order>()
  const [news, setNews] = useState<News>()
  const [failure, setFailure] = useState<Failure>()
  const order = changed ?? orderOf(playlist)
  const { save, isSaving } = useOrderSaver({
    playlist,
    queryKey,
    onSaved: setChanged,
    onFailed: (error, mine) => {
      const message = error instanceof Error ? error.message : ''
      setFailure(codeOf(error) === 'conflict' ? { message, mine } : { message })
      setNews(undefined)
      setChanged(undefined)
    },
  })
  useEffect(() => {
    if (news === undefined) return
    const timer = setTimeout(setNews, UNDO_MS, undefined)
    return () => clearTimeout(timer)
  }, [news])

  function put(made: Order, text: string, undo?: Order): void {
    setChanged(made)
    setFailure(undefined)
    setNews({ text, made, ...(undo && { undo }) })
    save(made)
  }
  // Undo would also take back what another tab has moved since.
  const before = news && isSameOrder(news.made, order) ? news.undo : undefined

  return {
    order,
    news: news?.text,
    failure,
    isSaved: changed === undefined && !isSaving,
    /** Changes the order and says so in a sentence. */
    change: (next: Order, text: string) => put(next, text, order),
    /** Takes the last change back; missing when it cannot. A deleted section is created again. */
    undo: before && (() => put(appliedTo(before, orderOf(playlist)), 'Undone.')),
    /** Sends the order again that another one had overtaken. */
    applyMine: () =>
      failure?.mine && put(appliedTo(failure.mine, orderOf(playlist)), 'Your order was applied.', order),
  }
}

export type Outline = ReturnType<typeof useOutline>
