import { useSyncExternalStore } from 'react'
import type { CourseVideoState } from '#contract/video/uploads.ts'
import { useAppContext } from '#web/core/app-context.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { percentOf } from './sentences.ts'
import { uploadListOf } from './session-uploads.ts'
import { useVideoState } from './video-news.tsx'

interface VideoChipProps {
  courseId: string
  videoState: CourseVideoState | undefined
}

/** How far the file of a course is. Nothing for one that is ready, or that another site has. */
export function VideoChip({ courseId, videoState }: VideoChipProps) {
  const uploading = useUploading(courseId)
  const { state, progress } = useVideoState(videoState) ?? {}
  if (uploading !== undefined) return <Badge tone="processing">{`Uploading ${uploading} %`}</Badge>
  if (state === 'failed') return <Badge tone="cancel">File failed</Badge>
  if (state === 'queued' || state === 'working')
    return <Badge tone="processing">{`Preparing ${progress} %`}</Badge>
  return null
}

/** Percent of the file that will replace the video of this course; `undefined` while there is none. */
export function useUploading(courseId: string): number | undefined {
  const { call, session } = useAppContext()
  const list = uploadListOf({ call, session })
  const percent = () => {
    const item = list
      .items()
      .find(({ place, phase }) => place.courseId === courseId && !['sent', 'refused'].includes(phase))
    return item && percentOf(item)
  }
  return useSyncExternalStore(list.subscribe, percent, () => undefined)
}
