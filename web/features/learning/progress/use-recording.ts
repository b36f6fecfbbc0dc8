import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ProgressSave, Ranges } from '#contract/learning/progress.ts'
import { offline } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser, useSession } from '#web/core/session.tsx'
import { tellTabs } from '#web/core/tabs.ts'
import { PROGRESS } from './progress.queries.ts'
import { applySave } from './progress-changes.queries.ts'
import { openQueue } from './queue.ts'
import { union } from './ranges.ts'
import { type Recording, startRecording } from './recording.ts'
import { activeRecordings } from './send-unsaved.ts'
import type { PlaybackReport } from './watched-rule.ts'

interface RecordedCourse {
  playlistId: string
  courseId: string
  videoKey: string
  /** See `RecordingOptions`. */
  heldPosition: number | undefined
  onHeldEnd: () => void
  /** False while the history is paused: then nothing is recorded. */
  isEnabled: boolean
}

/** Records the course of this screen until the user leaves it. */
export function useRecording({
  playlistId,
  courseId,
  videoKey,
  heldPosition,
  onHeldEnd,
  isEnabled,
}: RecordedCourse) {
  const call = useCall()
  const cache = useQueryClient()
  const session = useSession()
  const userId = useCurrentUser()?._id
  const recording = useRef<Recording>(undefined)
  const [watched, setWatched] = useState<Ranges>([])
  const [isHidden, setHidden] = useState(false)

  const endHeld = useEffectEvent(onHeldEnd)
  const start = useEffectEvent((user: string) =>
    startRecording({
      courseId,
      videoKey,
      heldPosition,
      onHeldEnd: () => endHeld(),
      queue: openQueue(localStorage, user),
      send: async (body: ProgressSave) => {
        // After a log-out the queue keeps what is left.
        if (session.current()?._id !== user) throw offline()
        const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
        return call('progress.save', {
          params: { id: courseId },
          body: { ...body, timeZone },
          keepalive: true,
        })
      },
      onWatched: (ranges) => setWatched((before) => union(before, ranges)),
      onSaved: (save, reply) => {
        applySave(cache, { playlistId, courseId }, { ...save, ...reply })
        tellTabs({ user, kind: 'progress', course: courseId })
        if (reply.justDone) void cache.invalidateQueries({ queryKey: [PROGRESS, playlistId] })
      },
      onHidden: setHidden,
    }),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another video of the same course is another recording
  useEffect(() => {
    if (userId === undefined || !isEnabled) return
    const started = start(userId)
    recording.current = started
    activeRecordings.add(started)
    const listening = new AbortController()
    const flushIfHidden = () => document.hidden && started.flush()
    document.addEventListener('visibilitychange', flushIfHidden, listening)
    addEventListener('pagehide', started.flush, listening)
    return () => {
      listening.abort()
      started.stop()
      activeRecordings.delete(started)
      recording.current = undefined
      setWatched([])
      setHidden(false)
    }
  }, [userId, courseId, videoKey, isEnabled])

  return { onReport: (report: PlaybackReport) => recording.current?.hear(report), watched, isHidden }
}
