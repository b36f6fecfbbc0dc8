import { useEffect, useEffectEvent, useState } from 'react'
import type { CallInput } from '#contract/api.ts'
import type { LinkItem } from '#contract/video-links.ts'
import { useCall } from '#web/core/app-context.tsx'
import { userEvents } from '#web/core/live.ts'
import { useSession } from '#web/core/session.tsx'
import { useWrite } from '#web/core/use-write.ts'
import { useInvalidateCourses } from './courses.queries.ts'

/** A person who types is not interrupted; a paste is read at once for a human eye. */
const READ_DELAY_MS = 400

export interface PastedLinks {
  items: readonly LinkItem[]
  /** What the server says about them, such as that there were too many. */
  message: string | undefined
  isReading: boolean
}

const NONE: PastedLinks = { items: [], message: undefined, isReading: false }

/** Reads the pasted lines shortly after each change. Details that are looked up later arrive live. */
export function usePastedLinks(playlistId: string, text: string): PastedLinks {
  const call = useCall()
  const [links, setLinks] = useState(NONE)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (text.trim() === '') {
      setLinks(NONE)
      return
    }
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      setLinks((now) => ({ ...now, isReading: true }))
      try {
        const { signal } = controller
        const { items, message } = await call('videoLinks.read', {
          params: { playlistId },
          body: { text },
          signal,
        })
        setLinks({ items, message, isReading: false })
      } catch (error) {
        if (!controller.signal.aborted)
          setLinks({
            items: [],
            message: error instanceof Error ? error.message : undefined,
            isReading: false,
          })
      }
    }, READ_DELAY_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads the same text again
  }, [call, playlistId, text, round])

  useLinkEvents(playlistId, {
    onItems: (items) => setLinks((now) => ({ ...now, items: updated(now.items, items) })),
    onReset: () => setRound((now) => now + 1),
  })
  return links
}

/** An answer may be late: it counts for the line that still has this video. */
function updated(items: readonly LinkItem[], newer: readonly LinkItem[]): LinkItem[] {
  const known = new Map(newer.map((item) => [videoOf(item), item]))
  return items.map((item) => {
    const found = item.state === 'unknown' ? known.get(videoOf(item)) : undefined
    if (!found) return item
    return { ...found, line: item.line, message: found.message.replace(/^Line \d+:/, `Line ${item.line}:`) }
  })
}

const videoOf = ({ source, key, hash }: LinkItem) => `${source}:${key}/${hash ?? ''}`

interface LinkListeners {
  onItems: (items: readonly LinkItem[]) => void
  /** Events may have been missed. */
  onReset: () => void
}

function useLinkEvents(playlistId: string, { onItems, onReset }: LinkListeners): void {
  const session = useSession()
  const received = useEffectEvent(onItems)
  const missed = useEffectEvent(onReset)
  useEffect(() => {
    const controller = new AbortController()
    const send = (path: string, init: RequestInit) => fetch(path, init)
    const listen = async () => {
      for await (const event of userEvents({ send, session }, controller.signal)) {
        if (event.type === 'links' && event.playlistId === playlistId) received(event.items)
        if (event.type === 'reset') missed()
      }
    }
    void listen()
    return () => controller.abort()
  }, [session, playlistId])
}

type Drafts = NonNullable<CallInput<'videoLinks.add'>['body']>['items']

/** Large lists go out in several calls, each below the JSON limit of the server. */
const DRAFTS_AT_ONCE = 50

export function useAddVideos(playlistId: string) {
  const call = useCall()
  return useWrite({
    meta: { form: true },
    mutationFn: async (items: Drafts) => {
      for (let start = 0; start < items.length; start += DRAFTS_AT_ONCE)
        await call('videoLinks.add', {
          params: { playlistId },
          body: { items: items.slice(start, start + DRAFTS_AT_ONCE) },
        })
      return items.length
    },
    onSuccess: useInvalidateCourses(),
  })
}
