import { useRef } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import { UPLOAD_ACCEPT } from '#contract/video/uploads.ts'
import { useAppContext } from '#web/core/app-context.tsx'
import { useHashFocus } from '#web/core/use-hash-focus.ts'
import { uploadListOf } from '#web/features/video/uploads/upload-list.ts'
import { useUploadSpace } from '#web/features/video/uploads/uploads.queries.ts'
import { useUploading } from '#web/features/video/uploads/video-chip.tsx'
import { useVideoState } from '#web/features/video/uploads/video-news.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import styles from './course-panel.module.css'

interface ReplaceVideoProps {
  course: Course
  /** The address of the form with the link. */
  edit: string
}

/** Another video for a course: by a link in its form, or by a file, which the server puts in place when it has arrived. */
export function ReplaceVideo({ course: { _id, playlist, videoState }, edit }: ReplaceVideoProps) {
  const { call, session } = useAppContext()
  const canUpload = useUploadSpace().data?.isOn === true
  const isSending = useUploading(_id) !== undefined
  const state = useVideoState(videoState)
  const isFailed = state?.state === 'failed'
  const box = useRef<HTMLFieldSetElement>(null)
  useHashFocus('replace', box)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <fieldset ref={box} className={styles.replace}>
      <legend>Replace the video</legend>
      {isFailed && <p className={styles.fault}>{state.fault}</p>}
      <TextLink to={`${edit}?field=videoLink`}>Paste a link</TextLink>
      {canUpload && !isSending && (
        <Button size="sm" onClick={() => picker.current?.click()}>
          {isFailed ? 'Replace the file' : 'Upload a file'}
        </Button>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        accept={UPLOAD_ACCEPT}
        aria-label="Another file"
        onChange={({ currentTarget }) => {
          const place = { playlistId: playlist._id, courseId: _id }
          uploadListOf({ call, session }).choose([...(currentTarget.files ?? [])], place)
          currentTarget.value = ''
        }}
      />
    </fieldset>
  )
}
