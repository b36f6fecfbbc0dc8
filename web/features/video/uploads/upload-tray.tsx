import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { countOf } from '#contract/format.ts'
import { useAppContext } from '#web/core/app-context.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { FileInput } from './file-input.tsx'
import { sendingOf, trayHeading } from './sentences.ts'
import { uploadListOf } from './session-uploads.ts'
import { TrayRow } from './tray-row.tsx'
import { isBusy, isPreparing, isReady, type UploadItem } from './upload-item.ts'
import type { UploadList } from './upload-list.ts'
import styles from './upload-tray.module.css'
import { useUploadSpace } from './uploads.queries.ts'
import { VideoNews } from './video-news.tsx'

const CLOSES_AFTER_MS = 10_000

/** The files that are sent or prepared, on every screen. It closes by itself when all are ready. */
export function UploadTray() {
  const { call, session } = useAppContext()
  const list = uploadListOf({ call, session })
  const items = useSyncExternalStore(list.subscribe, list.items)
  const shown = useOpen(items)
  const unfinished = useUploadSpace().data?.unfinished
  useEffect(() => {
    if (unfinished) void list.restore(unfinished)
  }, [list, unfinished])
  useLeavingAsks(items.some(isBusy))
  return (
    <>
      {items.some((item) => isBusy(item) || isPreparing(item)) && (
        <VideoNews onNews={(news) => (news === 'missed' ? list.refresh() : list.hear(news))} />
      )}
      {shown.length > 0 && <Tray list={list} items={shown} />}
    </>
  )
}

/** Without those that the tray has shown long enough. */
function useOpen(items: readonly UploadItem[]): readonly UploadItem[] {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const shown = items.filter(({ key }) => !closed.has(key))
  const keys = shown.every(isReady) ? shown.map(({ key }) => key).join(' ') : ''
  useEffect(() => {
    if (keys === '') return
    const close = () => setClosed((before) => new Set([...before, ...keys.split(' ')]))
    const timer = setTimeout(close, CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [keys])
  return shown
}

/** Another screen of this site keeps the uploads going; another site does not. */
function useLeavingAsks(asks: boolean): void {
  useEffect(() => {
    if (!asks) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [asks])
}

interface TrayProps {
  list: UploadList
  items: readonly UploadItem[]
}

function Tray({ list, items }: TrayProps) {
  const heading = useId()
  const [isFolded, setFolded] = useState(false)
  const sending = sendingOf(items)
  const running = items.filter(isBusy)
  const paused = items.filter(({ phase }) => phase === 'paused')
  return (
    <section className={styles.tray} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{trayHeading(items)}</h2>
        {sending && <p>{sending.sentence}</p>}
        {running.length > 0 && (
          <IconButton
            icon="pause"
            size="sm"
            label="Pause all"
            onClick={() => running.map(({ key }) => list.pause(key))}
          />
        )}
        {running.length === 0 && paused.length > 0 && (
          <IconButton
            icon="resume"
            size="sm"
            label="Continue all"
            onClick={() => paused.map(({ key }) => list.resume(key))}
          />
        )}
        <IconButton
          icon={isFolded ? 'chevron-up' : 'chevron-down'}
          size="sm"
          label={isFolded ? 'Show the files' : 'Fold the files'}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        />
      </div>
      {sending && (
        <progress
          className={styles.all}
          max={100}
          value={sending.percent}
          aria-label={`All files: ${sending.percent} %`}
        />
      )}
      {!isFolded && (
        <div className={styles.body}>
          <Lost list={list} items={items} />
          <ul>
            {items.map((item) => (
              <TrayRow key={item.key} item={item} list={list} />
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

/** Uploads that stopped with an earlier page: with one press, or by choosing their files again. */
function Lost({ list, items }: TrayProps) {
  const picker = useRef<HTMLInputElement>(null)
  const lost = items.filter(({ phase }) => phase === 'lost')
  const withHandle = lost.filter(({ hasHandle }) => hasHandle)
  const without = lost.length - withHandle.length
  return (
    <>
      {withHandle.length > 0 && (
        <div className={styles.go}>
          <p>
            <b>{countOf(withHandle.length, 'upload')} stopped</b> when the page was closed.
          </p>
          <Button size="sm" variant="primary" onClick={() => void list.continueAll()}>
            Continue {countOf(withHandle.length, 'upload')}
          </Button>
        </div>
      )}
      {without > 0 && (
        <div className={styles.go}>
          <p>Choose the same {without === 1 ? 'file' : countOf(without, 'file')} again to continue.</p>
          <Button size="sm" variant="primary" onClick={() => picker.current?.click()}>
            Choose files
          </Button>
          <FileInput
            ref={picker}
            hidden
            multiple
            aria-label="Files to continue"
            onChoose={(files) => list.chooseAgain(files)}
          />
        </div>
      )}
    </>
  )
}
