import { useEffect, useEffectEvent, useState } from 'react'
import type { CallInput } from '#contract/api.ts'
import { startingAt } from '#contract/catalog/courses.ts'
import { secondOf } from '#contract/video/start-time.ts'
import { linkIn } from '#contract/video-links/pasted-link.ts'
import { videoOf } from '#contract/video-links/video-link.ts'
import type { LinkItem } from '#contract/video-links/video-links.ts'
import { useCall } from '#web/core/app-context.tsx'
import { ADDING_TOAST_MS } from '#web/core/toasts.ts'
import { useUserEvents } from '#web/core/use-user-events.ts'
import { useWrite } from '#web/core/use-write.ts'
import type { CourseInput } from '#web/features/catalog/courses/course-form.tsx'
import { useInvalidateCourses } from '#web/features/catalog/courses/courses.queries.ts'

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
  const read = useEffectEvent(async (signal: AbortSignal) => {
    if (text.trim() === '') return
    setLinks((now) => ({ ...now, isReading: true }))
    try {
      const { items, message } = await call('videoLinks.read', {
        params: { playlistId },
        body: { text },
        signal,
      })
      setLinks({ items, message, isReading: false })
    } catch (error) {
      const message = error instanceof Error ? error.message : undefined
      if (!signal.aborted) setLinks({ ...NONE, message })
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text is read
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => void read(controller.signal), READ_DELAY_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text])

  const reset = useEffectEvent(() => void read(new AbortController().signal))
  useUserEvents((event) => {
    if (event.type === 'links' && event.playlistId === playlistId)
      setLinks((now) => ({ ...now, items: updated(now.items, event.items) }))
    if (event.type === 'reset') reset()
  })
  return text.trim() === '' ? NONE : links
}

/** An answer may be late: it counts for the line that still has this video. */
function updated(items: readonly LinkItem[], newer: readonly LinkItem[]): LinkItem[] {
  const known = new Map(newer.map((item) => [nameOf(item), item]))
  return items.map((item) => {
    const found = item.state === 'unknown' ? known.get(nameOf(item)) : undefined
    if (!found) return item
    return { ...found, line: item.line, message: found.message.replace(/^Line \d+:/, `Line ${item.line}:`) }
  })
}

const nameOf = ({ source, key, hash }: LinkItem) => `${source}:${key}/${hash ?? ''}`

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

/** Looks up the video of a link in advance, so that its picture is known when the video is added. */
export function useLookUp(playlistId: string): (link: string) => void {
  const call = useCall()
  return (text) => {
    if (linkIn(text) === undefined) return
    // If the lookup fails, the server draws a cover.
    call('videoLinks.read', { params: { playlistId }, body: { text } }).catch(() => undefined)
  }
}

/** Adds one video with the picture of its host, and submits it unless it stays a draft. */
export function useAddWithoutPicture() {
  const call = useCall()
  return useWrite({
    meta: { form: true, timeout: ADDING_TOAST_MS },
    mutationFn: async ({ playlistId, body }: CourseInput) => {
      const { videoTitle: title, description, chapters, draft, startsAt } = body
      const video = videoOf(body.videoLink ?? '')
      if (video === undefined) throw new Error('The form has checked the link.')
      const starting = startingAt(video, secondOf(startsAt ?? ''))
      const added = await call('videoLinks.add', {
        params: { playlistId },
        body: { items: [{ ...starting, title, description, chapters, image: true }] },
      })
      const [course] = added.data
      if (draft || course === undefined) return { isDraft: true }
      // The video is saved, and a retry would add it twice. If the submission fails, it stays a draft.
      const submitted = call('review.submitCourse', { params: { courseId: course._id } })
      return {
        isDraft: await submitted.then(
          () => false,
          () => true,
        ),
      }
    },
    onSuccess: useInvalidateCourses(),
  })
}
