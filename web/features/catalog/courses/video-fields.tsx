import { type ReactNode, useRef, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import type { Video } from '#contract/video/video.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import { linkIn } from '#contract/video-links/pasted-link.ts'
import { videoOf } from '#contract/video-links/video-link.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { type FileUpload, VideoField } from './video-field.tsx'

interface VideoFieldsProps {
  link: string
  startsAt: string
  /** Called with the link while the user types it. */
  onLink: ((link: string) => void) | undefined
  /** The button that uploads a file; missing where that is not possible. */
  upload: ((props: FileUpload) => ReactNode) | undefined
}

/** The link of a video and where it starts. A link with a start time fills both fields. */
export function VideoFields({ link, startsAt, onLink, upload }: VideoFieldsProps) {
  const [start, setStart] = useState(startsAt)
  const current = useRef(videoIn(link))
  function change(text: string): void {
    const video = videoIn(text)
    if (video?.source !== 'upload') onLink?.(text)
    if (!video) return
    const isOther = !current.current || videoKeyOf(video) !== videoKeyOf(current.current)
    current.current = video
    if (video.startsAt !== undefined || isOther) setStart(startText(video))
  }
  return (
    <>
      <VideoField initial={link} onChange={change} upload={upload} />
      <TextField
        name="startsAt"
        label="Starts at"
        placeholder="0:00"
        help="A time such as 1:30, for students who have not watched it yet."
        value={start}
        onChange={setStart}
      />
    </>
  )
}

const videoIn = (text: string) => videoOf(text) ?? linkIn(text)?.video

/** `1:30`; empty for the beginning. */
export const startText = (video: Video | undefined) =>
  video?.startsAt === undefined ? '' : formatTime(video.startsAt)
