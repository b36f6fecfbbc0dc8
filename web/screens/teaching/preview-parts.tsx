import { type ReactNode, useMemo } from 'react'
import type { Call } from '#contract/api.ts'
import { CALLS } from '#contract/calls.ts'
import { ApiError } from '#web/core/api-error.ts'
import { AppContextProvider, useAppContext } from '#web/core/app-context.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './preview-parts.module.css'
import { forget } from './previewed.ts'

const NOTHING_RECORDED = 'You are viewing this as a student. Nothing is recorded.'

/** Lets the page read from the server, but rejects every write. */
function readOnly(call: Call): Call {
  return (name, ...input) =>
    CALLS[name][0] === 'GET'
      ? call(name, ...input)
      : Promise.reject(new ApiError({ status: 403, code: 'preview', message: NOTHING_RECORDED }))
}

/** Its children read from the server, and every write of theirs is rejected. */
export function ReadOnly({ children }: { children: ReactNode }) {
  const context = useAppContext()
  const own = useMemo(() => ({ ...context, call: readOnly(context.call) }), [context])
  return <AppContextProvider context={own}>{children}</AppContextProvider>
}

export function PreviewBar({ playlistId }: { playlistId: string }) {
  return (
    <aside className={styles.bar} aria-label="Preview" data-way-out>
      <Icon name="eye" />
      <p>{NOTHING_RECORDED}</p>
      <LinkButton size="sm" to={`/teacher-dashboard/build/${playlistId}`} onClick={forget}>
        Leave preview
      </LinkButton>
    </aside>
  )
}
