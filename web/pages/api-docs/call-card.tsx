import { type SubmitEvent, useId, useState } from 'react'
import { useCurrentUser } from '#web/core/session.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './api-docs.module.css'
import type { Blank, DocumentedCall } from './document.ts'
import { type Tried, tryCall } from './try-call.ts'

/** One call: its description, and a form to try it with the current session. */
export function CallCard({ call }: { call: DocumentedCall }) {
  return (
    <details className={styles.call}>
      <summary>
        <b className={styles.method}>{call.method}</b>
        <code>{call.path}</code>
        <span className={styles.summary}>{call.summary}</span>
      </summary>
      <div className={styles.inside}>
        <p className="muted">
          {call.access}
          {call.bodyType && ` Body: ${call.bodyType}.`}
        </p>
        {!call.endless && <TryForm call={call} />}
        <details>
          <summary>What it answers</summary>
          <pre>{JSON.stringify(call.reply, null, 2)}</pre>
        </details>
      </div>
    </details>
  )
}

function TryForm({ call }: { call: DocumentedCall }) {
  const user = useCurrentUser()
  const [tried, setTried] = useState<Tried | 'busy' | 'failed'>()
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried('busy')
    setTried(
      await tryCall(call, new FormData(event.currentTarget), user?.token).catch(() => 'failed' as const),
    )
  }
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} aria-label={`Try ${call.id}`}>
      {call.blanks.map((blank) => (
        <BlankField key={`${blank.location}.${blank.name}`} blank={blank} />
      ))}
      <div>
        <Button type="submit" size="sm" variant="primary" busy={tried === 'busy' && 'Sending'}>
          Send
        </Button>
      </div>
      <div role="status" className={styles.answer}>
        {tried === 'failed' && <p>There was no answer.</p>}
        {typeof tried === 'object' && (
          <>
            <p>
              <b>{tried.status}</b> in {tried.milliseconds} ms
            </p>
            <pre>{tried.body}</pre>
          </>
        )}
      </div>
    </form>
  )
}

function BlankField({ blank }: { blank: Blank }) {
  const { location, name, required } = blank
  const id = useId()
  return (
    <div className={styles.blank}>
      <label htmlFor={id}>
        <code>{name}</code> <small>{required ? `${location}, required` : location}</small>
      </label>
      <BlankControl blank={blank} id={id} />
    </div>
  )
}

function BlankControl({ blank, id }: { blank: Blank; id: string }) {
  const { kind, choices, required } = blank
  const control = { id, required, name: `${blank.location}.${blank.name}` }
  if (kind === 'file') return <input type="file" accept="image/*" {...control} />
  if (kind === 'text') return <input type="text" spellCheck={false} {...control} />
  return (
    <select {...control}>
      {!required && <option value="">–</option>}
      {(kind === 'yes-no' ? ['true', 'false'] : choices).map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  )
}
