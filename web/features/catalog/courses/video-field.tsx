import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Course } from '#contract/catalog/courses.ts'
import { formatTime } from '#contract/format.ts'
import type { Video } from '#contract/video/video.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import { linkIn } from '#contract/video-links/pasted-link.ts'
import { videoLinkOf, videoOf } from '#contract/video-links/video-link.ts'
import { FieldError, useField } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './video-field.module.css'

const NAME = 'videoLink'
/** The name of a field that the form has while a file is on its way. */
export const ARRIVING = 'arriving'
export const STILL_ARRIVING = 'The file has not arrived yet. Wait for it, or cancel the upload.'

/** What the button that uploads a file needs. */
export interface FileUpload {
  label: string
  onSending: (isSending: boolean) => void
  onArrived: (video: { id: string; name: string }) => void
}

interface VideoFieldProps {
  /** A link, or `upload:{id}`. */
  initial: string
  /** Called with what the field has, after each change. */
  onChange: (link: string) => void
  /** The button that uploads a file; missing where that is not possible. */
  upload: ((props: FileUpload) => ReactNode) | undefined
}

const isUploaded = (link: string) => videoOf(link)?.source === 'upload'

/** The link of a video, or a video of one's own, which has no link: it is replaced by another file or by a link. */
function VideoField({ initial, onChange, upload }: VideoFieldProps) {
  const [video, setVideo] = useState<{ value: string; name?: string }>({ value: initial })
  const [isArriving, setArriving] = useState(false)
  const isOwn = isUploaded(video.value)
  const field = useField({ name: NAME })
  const box = useRef<HTMLDivElement>(null)
  const stored = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.error !== undefined && stored.current) box.current?.querySelector('button')?.focus()
  }, [field.error])
  // The form stores its draft at every input, but a script that fills a field causes none.
  useEffect(() => {
    if (video.value !== initial) stored.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [video.value, initial])

  function put(value: string, name?: string): void {
    setVideo({ value, ...(name !== undefined && { name }) })
    field.edited()
    onChange(value)
  }
  function change(value: string): void {
    flushSync(() => put(value))
    box.current?.querySelector<HTMLElement>('input:not([type="hidden"]), button')?.focus()
  }
  const ways = upload?.({
    label: isOwn ? 'Replace the file' : 'Upload a file instead',
    onSending: (isSending) => {
      setArriving(isSending)
      field.edited()
    },
    onArrived: ({ id, name }) => put(`upload:${id}`, name),
  })
  const arriving = isArriving && <input type="hidden" name={ARRIVING} value="yes" />
  if (!isOwn) {
    return (
      <div ref={box} className={styles.field}>
        <TextField
          name={NAME}
          label="Video link"
          required
          kind="url"
          placeholder="https://youtu.be/hX3c9Kq1vTs"
          help="A YouTube or Vimeo link, or the 11-character video id alone."
          defaultValue={video.value}
          onChange={onChange}
        />
        <div className={styles.ways}>
          {ways}
          {isUploaded(initial) && (
            <Button size="sm" variant="ghost" onClick={() => change(initial)}>
              Keep the uploaded video
            </Button>
          )}
        </div>
        {arriving}
      </div>
    )
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>Video</legend>
      <div ref={box} className={styles.field}>
        <input ref={stored} type="hidden" name={NAME} value={video.value} />
        {arriving}
        <div className={styles.own}>
          <p className={styles.what}>
            <Icon name="video" />
            <span>
              <b dir="auto">{video.name ?? 'Your uploaded video'}</b>
              {video.name !== undefined && <small>The file has arrived. Save to use it.</small>}
            </span>
          </p>
          <div className={styles.ways}>
            {ways}
            {!isArriving && (
              <Button size="sm" variant="ghost" onClick={() => change('')}>
                Use a link instead
              </Button>
            )}
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
