import { type SubmitEvent, useId, useState } from 'react'
import { useCurrentUser } from '#web/core/session.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './api-docs.module.css'
import type { DocumentedCall, InputField } from './document.ts'
import { type TryResult, tryCall } from './try-call.ts'

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
  const [result, setResult] = useState<TryResult | 'busy' | 'failed'>()
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setResult('busy')
    setResult(
      await tryCall(call, new FormData(event.currentTarget), user?.token).catch(() => 'failed' as const),
    )
  }
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} aria-label={`Try ${call.id}`}>
      {call.fields.map((field) => (
        <ParameterField key={`${field.location}.${field.name}`} field={field} />
      ))}
      <div>
        <Button type="submit" size="sm" variant="primary" busy={result === 'busy' && 'Sending'}>
          Send
        </Button>
      </div>
      <div role="status" className={styles.answer}>
        {result === 'failed' && <p>There was no answer.</p>}
        {typeof result === 'object' && (
          <>
            <p>
              <b>{result.status}</b> in {result.milliseconds} ms
            </p>
            <pre>{result.body}</pre>
          </>
        )}
      </div>
    </form>
  )
}

function ParameterField({ field }: { field: InputField }) {
  const { location, name, required } = field
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        <code>{name}</code> <small>{required ? `${location}, required` : location}</small>
      </label>
      <ParameterControl field={field} id={id} />
    </div>
  )
}

function ParameterControl({ field, id }: { field: InputField; id: string }) {
  const { kind, choices, required } = field
  const control = { id, required, name: `${field.location}.${field.name}` }
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
