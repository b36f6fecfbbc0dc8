import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useDropzone } from 'react-dropzone'
import { countOf } from '#contract/format.ts'
import { UPLOAD_ACCEPT, UPLOAD_FORMATS_SENTENCE, type UploadSpace } from '#contract/video/uploads.ts'
import { useAppContext } from '#web/core/app-context.tsx'
import { useUserEvents } from '#web/core/use-user-events.ts'
import { SectionChoice } from '#web/features/catalog/courses/section-choice.tsx'
import { isReady, preparedBefore, spaceSentence, summaryOf } from '#web/features/video/uploads/sentences.ts'
import {
  isBusy,
  type UploadItem,
  type UploadList,
  uploadListOf,
} from '#web/features/video/uploads/upload-list.ts'
import { ActionBar } from '#web/ui/form/action-bar.tsx'
import { DropPrompt } from '#web/ui/form/drop-prompt.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { formatVideoSize } from '#web/ui/text/format.ts'
import styles from './upload-files.module.css'
import { UploadRow } from './upload-row.tsx'

interface UploadFilesProps {
  playlistId: string
  category: string
  sections: readonly { _id: string; title: string }[]
  /** The section that is chosen at first; empty for none. */
  sectionId: string
  space: UploadSpace
  /** The address of the outline. */
  outline: string
  /** The address of the form of a draft. */
  edit: (courseId: string) => string
  /** A draft was added, is ready or failed. */
  onChange: () => void
  /** The draft of a failed video is to go. */
  onRemove: (courseId: string) => void
}

/** Many files at once: they upload in pieces, are prepared on the server and appear as drafts. */
export function UploadFiles({ playlistId, category, sections, space, outline, ...rest }: UploadFilesProps) {
  const list = useUploads(playlistId, space, rest.onChange)
  const items = useSyncExternalStore(list.subscribe, list.items)
  const [sectionId, setSectionId] = useState(rest.sectionId)
  useEffect(() => list.aim(sectionId), [list, sectionId])
  const picker = useRef<HTMLInputElement>(null)
  const choose = () => picker.current?.click()

  function remove(item: UploadItem): void {
    list.remove(item.key)
    if (item.course) rest.onRemove(item.course._id)
  }

  return (
    <>
      <div className={styles.top}>
        <DropZone list={list} input={picker} />
        <Space space={space} />
      </div>
      {items.length > 0 && (
        <Files list={list} items={items}>
          {items.map((item) => (
            <UploadRow
              key={item.key}
              item={item}
              category={category}
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
        <p>Keep this page open while files upload. Preparing goes on without you.</p>
        <SectionChoice sections={sections} sectionId={sectionId} onChange={setSectionId} />
        <LinkButton to={outline}>Back to the outline</LinkButton>
      </ActionBar>
    </>
  )
}

/** The list with what an earlier visit has begun; live events of the preparation update it. */
function useUploads(playlistId: string, space: UploadSpace, onChange: () => void): UploadList {
  const { call, session } = useAppContext()
  const [list] = useState(() => uploadListOf({ call, session }, playlistId))
  useEffect(() => list.restore(space.unfinished), [list, space.unfinished])
  useUserEvents((event) => {
    if (event.type === 'reset') list.refresh()
    if (event.type !== 'video') return
    list.hear(event.video)
    if (event.video.state === 'ready' || event.video.state === 'failed') onChange()
  })
  // Another screen of this site keeps the uploads going; another site does not.
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (list.items().some(isBusy)) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [list])
  return list
}

interface DropZoneProps {
  list: UploadList
  input: RefObject<HTMLInputElement | null>
}

function DropZone({ list, input }: DropZoneProps) {
  const id = useId()
  const zone = useDropzone({ noClick: true, noKeyboard: true, onDrop: (files) => list.choose(files) })
  // A label has its own role.
  const { role: _role, ...root } = zone.getRootProps()
  return (
    <DropPrompt {...root} htmlFor={id} icon={<Icon name="upload" />} over={zone.isDragActive}>
      <span>
        <strong>Drop videos here</strong> or <u>choose files</u>
      </span>
      <span>{UPLOAD_FORMATS_SENTENCE} Many at once.</span>
      <input
        ref={input}
        id={id}
        className="sr"
        type="file"
        multiple
        accept={UPLOAD_ACCEPT}
        onChange={({ currentTarget }) => {
          list.choose([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
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
