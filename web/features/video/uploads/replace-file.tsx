import { useRef, useState } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import { useAppContext } from '#web/core/app-context.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { FileInput } from './file-input.tsx'
import styles from './replace-file.module.css'
import { ReplaceQuestion } from './replace-question.tsx'
import { uploadListOf } from './session-uploads.ts'
import type { ChosenFile } from './upload-item.ts'
import { useUploadSpace } from './uploads.queries.ts'
import { useUploading } from './video-chip.tsx'
import { useVideoState } from './video-news.tsx'

/** Uploads a file that replaces the video of a course as soon as it has arrived, on whatever screen the teacher is by then. */
export function ReplaceFile({ course }: { course: Course }) {
  const { _id, playlist, videoState, corrections = [] } = course
  const { call, session } = useAppContext()
  const space = useUploadSpace()
  const canUpload = space.data?.isOn === true
  const percent = useUploading(_id)
  const { state, fault } = useVideoState(videoState) ?? {}
  const picker = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<readonly ChosenFile[]>()
  if (percent !== undefined)
    return <p className={styles.sending}>{percent} % has arrived. The file then replaces the video.</p>
  const isFailed = state === 'failed'
  const upload = (files: readonly ChosenFile[]) =>
    uploadListOf({ call, session }).choose(files, { playlistId: playlist._id, courseId: _id })
  return (
    <>
      {isFailed && <p className={styles.fault}>{fault}</p>}
      {/* It has its place before the server has said whether the site takes files. */}
      {(canUpload || space.isPending) && (
        <>
          <Button size="sm" disabled={!canUpload} onClick={() => picker.current?.click()}>
            {isFailed ? 'Replace the file' : 'Upload a file'}
          </Button>
          <FileInput
            ref={picker}
            hidden
            aria-label="Another file"
            onChoose={(files) => (corrections.length > 0 ? setChosen(files) : upload(files))}
          />
        </>
      )}
      {chosen && (
        <ReplaceQuestion
          count={corrections.length}
          onClose={() => setChosen(undefined)}
          onReplace={() => {
            setChosen(undefined)
            upload(chosen)
          }}
        />
      )}
    </>
  )
}
