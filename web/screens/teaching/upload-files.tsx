import { type ReactNode, type RefObject, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useDropzone } from 'react-dropzone'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { countOf } from '#contract/format.ts'
import { UPLOAD_FORMATS_SENTENCE, type UploadSpace } from '#contract/video/uploads.ts'
import { useAppContext } from '#web/core/app-context.tsx'
import { SectionChoice } from '#web/features/catalog/courses/section-choice.tsx'
import { FileInput } from '#web/features/video/uploads/file-input.tsx'
import { preparedBefore, spaceSentence, summaryOf } from '#web/features/video/uploads/sentences.ts'
import { uploadListOf } from '#web/features/video/uploads/session-uploads.ts'
import { type ChosenFile, isReady, type UploadItem } from '#web/features/video/uploads/upload-item.ts'
import type { UploadList } from '#web/features/video/uploads/upload-list.ts'
import { ActionBar } from '#web/ui/form/action-bar.tsx'
import { DropPrompt } from '#web/ui/form/drop-prompt.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { formatVideoSize } from '#web/ui/text/format.ts'
import styles from './upload-files.module.css'
import { UploadRow } from './upload-row.tsx'

interface UploadFilesProps {
  playlist: Playlist
  /** The section that is chosen at first; empty for none. */
  sectionId: string
  space: UploadSpace
  /** The address of the outline. */
  outline: string
  /** The address of the form of a draft. */
  edit: (courseId: string) => string
  /** The draft of a failed video is to go. */
  onRemove: (courseId: string) => void
}

/** Many files at once: they upload in pieces, are prepared on the server and appear as drafts. */
export function UploadFiles({ playlist, space, outline, ...rest }: UploadFilesProps) {
  const { _id: playlistId, category, sections, courses } = playlist
  const { call, session } = useAppContext()
  const list = uploadListOf({ call, session })
  const items = useSyncExternalStore(list.subscribe, list.items).filter(
    ({ place }) => place.playlistId === playlistId,
  )
  const [sectionId, setSectionId] = useState(rest.sectionId)
  const add = (files: readonly ChosenFile[]) =>
    list.choose(files, { playlistId, ...(sectionId !== '' && { sectionId }) })
  const picker = useRef<HTMLInputElement>(null)
  const choose = () => picker.current?.click()

  function remove(item: UploadItem): void {
    list.remove(item.key)
    if (item.courseId !== undefined && item.place.courseId === undefined) rest.onRemove(item.courseId)
  }

  return (
    <>
      <div className={styles.top}>
        <DropZone onChoose={add} input={picker} />
        <Space space={space} />
      </div>
      {items.length > 0 && (
        <Files list={list} items={items}>
          {items.map((item) => (
            <UploadRow
              key={item.key}
              item={item}
              category={category}
              course={courses.find(({ _id }) => _id === item.courseId)}
              before={preparedBefore(items, item)}
              edit={rest.edit}
              onPause={() => list.pause(item.key)}
              onResume={() => list.resume(item.key)}
              onRetry={() => void list.retry(item.key)}
              onChoose={choose}
              onRemove={() => remove(item)}
            />
          ))}
        </Files>
      )}
      <ActionBar>
        <p>Files upload while you look at other screens. Preparing goes on without you.</p>
        <SectionChoice sections={sections} sectionId={sectionId} onChange={setSectionId} />
        <LinkButton to={outline}>Back to the outline</LinkButton>
      </ActionBar>
    </>
  )
}

interface DropZoneProps {
  onChoose: (files: readonly ChosenFile[]) => void
  input: RefObject<HTMLInputElement | null>
}

function DropZone({ onChoose, input }: DropZoneProps) {
  const id = useId()
  const zone = useDropzone({ noClick: true, noKeyboard: true, onDrop: onChoose })
  // A label has its own role.
  const { role: _role, ...root } = zone.getRootProps()
  return (
    <DropPrompt {...root} htmlFor={id} icon={<Icon name="upload" />} over={zone.isDragActive}>
      <span>
        <strong>Drop videos here</strong> or <u>choose files</u>
      </span>
      <span>{UPLOAD_FORMATS_SENTENCE} Many at once.</span>
      <FileInput ref={input} id={id} className="sr" multiple onChoose={onChoose} />
    </DropPrompt>
  )
}

function Space({ space }: { space: UploadSpace }) {
  const id = useId()
  const { usedBytes, quotaBytes } = space
  return (
    <section className={styles.space} aria-labelledby={id}>
      <h2 id={id}>Your space</h2>
      <p>{spaceSentence(space)}</p>
      <progress
        className={styles.line}
        max={Math.max(1, quotaBytes)}
        value={usedBytes}
        aria-label={`${formatVideoSize(usedBytes)} of ${formatVideoSize(quotaBytes)} used`}
      />
    </section>
  )
}

interface FilesProps {
  list: UploadList
  items: readonly UploadItem[]
  children: ReactNode
}

function Files({ list, items, children }: FilesProps) {
  const id = useId()
  const running = items.filter(({ phase }) => phase === 'uploading' || phase === 'waiting')
  const paused = items.filter(({ phase }) => phase === 'paused')
  const ready = items.filter(isReady).at(-1)
  return (
    <section className={styles.files} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{countOf(items.length, 'file')}</h2>
        <span>{summaryOf(items)}</span>
        {running.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => running.map(({ key }) => list.pause(key))}>
            <Icon name="pause-outline" />
            Pause all
          </Button>
        )}
        {running.length === 0 && paused.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => paused.map(({ key }) => list.resume(key))}>
            <Icon name="resume" />
            Continue all
          </Button>
        )}
      </div>
      <p className="sr" role="status">
        {ready && `${ready.title} is ready.`}
      </p>
      <ul>{children}</ul>
    </section>
  )
}
