import { type ReactNode, useEffect, useRef, useState } from 'react'
import { UPLOAD_ACCEPT } from '#contract/video/uploads.ts'
import { useSession } from '#web/core/session.tsx'
import { ProgressLine } from '#web/ui/feedback/progress-line.tsx'
import { LeavePrompt } from '#web/ui/form/leave-prompt.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { formatVideoSize } from '#web/ui/text/format.ts'
import { faultOf } from './check-file.ts'
import { cancelUpload, sendFile } from './send-file.ts'
import { percentOf } from './sentences.ts'
import styles from './upload-one.module.css'

interface Sending {
  file: File
  received: number
  /** Why the file did not arrive. */
  fault?: string
}

interface UploadOneProps {
  /** The label of the button. */
  children: ReactNode
  /** Called with `true` when a file is chosen, and with `false` when it is given up. */
  onSending: (isSending: boolean) => void
  /** Called with the video when the file has arrived. */
  onArrived: (video: { id: string; name: string }) => void
}

/** A button that uploads one file, as the video of a form. */
export function UploadOne({ children, onSending, onArrived }: UploadOneProps) {
  const session = useSession()
  const [sending, setSending] = useState<Sending>()
  const picker = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const stop = useRef(() => {})
  const address = useRef<string>(undefined)
  const token = () => session.current()?.token ?? ''
  useEffect(() => () => stop.current(), [])

  async function send(file: File): Promise<void> {
    setSending({ file, received: 0 })
    onSending(true)
    const fault = await faultOf(file)
    if (fault !== undefined) return setSending({ file, received: 0, fault })
    stop.current = sendFile({
      file,
      address: address.current,
      token,
      onAddress: (url) => {
        address.current = url
      },
      onProgress: (received) => setSending({ file, received }),
      onFault: (fault) => setSending((now) => ({ file, received: now?.received ?? 0, fault })),
      onArrived: ({ videoId: id }) => {
        end()
        onArrived({ id, name: file.name })
      },
    })
  }
  function end(): void {
    address.current = undefined
    setSending(undefined)
    onSending(false)
  }
  function giveUp(): void {
    stop.current()
    if (address.current !== undefined) cancelUpload(address.current, token())
    end()
  }

  return (
    <div className={styles.one}>
      <input
        ref={picker}
        type="file"
        hidden
        accept={UPLOAD_ACCEPT}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) void send(file)
        }}
      />
      {sending ? (
        <Progress sending={sending} onRetry={() => void send(sending.file)} onCancel={giveUp} />
      ) : (
        <Button ref={chooser} size="sm" onClick={() => picker.current?.click()}>
          {children}
        </Button>
      )}
      {sending && (
        <LeavePrompt mayLeave={() => false} text="The file has not arrived yet. It will be lost." />
      )}
    </div>
  )
}

interface ProgressProps {
  sending: Sending
  onRetry: () => void
  onCancel: () => void
}

function Progress({ sending: { file, received, fault }, onRetry, onCancel }: ProgressProps) {
  const percent = percentOf({ received, bytes: file.size })
  return (
    <>
      <p className={styles.state}>
        <b dir="auto">{file.name}</b>
        {fault === undefined ? (
          `${percent} % of ${formatVideoSize(file.size)}`
        ) : (
          <span role="alert" className={styles.fault}>
            {fault}
          </span>
        )}
      </p>
      {fault === undefined && <ProgressLine className={styles.line} thick value={percent} max={100} />}
      <div className={styles.buttons}>
        {fault !== undefined && (
          <Button size="sm" onClick={onRetry}>
            Retry
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel upload
        </Button>
      </div>
    </>
  )
}
