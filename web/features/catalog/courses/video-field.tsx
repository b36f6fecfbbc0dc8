import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Course } from '#contract/catalog/courses.ts'
import { formatTime } from '#contract/format.ts'
import type { Video } from '#contract/video/video.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import { linkIn } from '#contract/video-links/pasted-link.ts'
import { videoLinkOf, videoOf } from '#contract/video-links/video-link.ts'
import type { FormDraft } from '#web/core/drafts/use-form-draft.ts'
import { FieldError, useField } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './video-field.module.css'

const NAME = 'videoLink'

interface VideoFieldProps {
  /** A link, or `upload:{id}`. */
  initial: string
  /** Called with what the field has, after each change. */
  onChange: (link: string) => void
  /** What replaces the video by a file; nothing for a new course. */
  upload: ReactNode
}

const isUploaded = (link: string) => videoOf(link)?.source === 'upload'

/** The link of a video, or an uploaded video, which has none. */
function VideoField({ initial, onChange, upload }: VideoFieldProps) {
  const [link, setLink] = useState(initial)
  const field = useField({ name: NAME })
  const box = useRef<HTMLDivElement>(null)
  const stored = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.error !== undefined && stored.current) box.current?.querySelector('button')?.focus()
  }, [field.error])
  // The form stores its draft at every input, but a script that fills a field causes none.
  useEffect(() => {
    if (link !== initial) stored.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [link, initial])

  function change(value: string): void {
    flushSync(() => {
      setLink(value)
      field.edited()
      onChange(value)
    })
    box.current?.querySelector<HTMLElement>('input:not([type="hidden"]), button')?.focus()
  }
  if (!isUploaded(link)) {
    return (
      <div ref={box} className={styles.field}>
        <TextField
          name={NAME}
          label="Video link"
          required
          kind="url"
          placeholder="https://youtu.be/hX3c9Kq1vTs"
          help="A YouTube or Vimeo link, or the 11-character video id alone."
          defaultValue={link}
          onChange={onChange}
        />
        <div className={styles.ways}>
          {upload}
          {isUploaded(initial) && (
            <Button size="sm" variant="ghost" onClick={() => change(initial)}>
              Keep the uploaded video
            </Button>
          )}
        </div>
      </div>
    )
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>Video</legend>
      <div ref={box} className={styles.field}>
        <input ref={stored} type="hidden" name={NAME} value={link} />
        <div className={styles.own}>
          <p className={styles.what}>
            <Icon name="video" />
            <b>Your uploaded video</b>
          </p>
          <div className={styles.ways}>
            {upload}
            <Button size="sm" variant="ghost" onClick={() => change('')}>
              Paste a link
            </Button>
          </div>
        </div>
        <FieldError field={field} />
      </div>
    </fieldset>
  )
}

/** What the field of a course begins with. During an update a server of the former version may answer without `video`. */
export function linkOf(course: Course | undefined): string {
  return course?.video ? videoLinkOf(course.video) : (course?.videoLink ?? '')
}

/** The link of the draft, if the user has changed it. Without a stored course, any is. */
export function changedLink({ typed, restored, base }: FormDraft): string | undefined {
  const link = (typed ?? restored)?.fields[NAME]
  return link === base?.fields[NAME] ? undefined : link
}

interface VideoFieldsProps {
  link: string
  startsAt: string
  /** Called with the link while the user types it. */
  onLink: ((link: string) => void) | undefined
  /** What replaces the video by a file; nothing for a new course. */
  upload: ReactNode
}

/** The link of a video and where it starts. A link with a start time fills both fields. */
export function VideoFields({ link, startsAt, onLink, upload }: VideoFieldsProps) {
  const [initial] = useState(link)
  const [start, setStart] = useState(startsAt)
  const current = useRef(videoIn(initial))
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
      <VideoField initial={initial} onChange={change} upload={upload} />
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
