import { type ReactNode, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Call } from '#contract/api.ts'
import { CALLS } from '#contract/calls.ts'
import { ApiError } from '#web/core/api-error.ts'
import { AppContextProvider, useAppContext } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './preview.module.css'

/** The `sessionStorage` key of the playlist that is previewed in this tab, until the preview is left. */
const KEY = 'preview'

function previewed(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    // A browser that forbids storage previews one page at a time.
    return null
  }
}

function remember(playlistId: string): void {
  try {
    sessionStorage.setItem(KEY, playlistId)
  } catch {
    // As above.
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

/** Whether the teacher of this playlist looks at it as a student: since `?as=student`, also on the pages that follow. */
export function usePreview(playlistId: string, teacherId: string | undefined): boolean {
  const [search] = useSearchParams()
  const user = useCurrentUser()
  const isOwner = user !== null && user._id === teacherId
  const isRequested = isOwner && search.get('as') === 'student'
  useEffect(() => {
    if (isRequested) remember(playlistId)
  }, [isRequested, playlistId])
  return isRequested || (isOwner && previewed() === playlistId)
}

const NOTHING_RECORDED = 'You are viewing this as a student. Nothing is recorded.'

/** Lets the page read from the server, but rejects every write. */
function readOnly(call: Call): Call {
  return (name, ...input) =>
    CALLS[name][0] === 'GET'
      ? call(name, ...input)
      : Promise.reject(new ApiError({ status: 403, code: 'preview', message: NOTHING_RECORDED }))
}

/** In a preview, likes, comments and notes of its children are not saved and say why. */
export function PreviewContext({ isPreview, children }: { isPreview: boolean; children: ReactNode }) {
  const context = useAppContext()
  const own = useMemo(
    () => (isPreview ? { ...context, call: readOnly(context.call) } : context),
    [context, isPreview],
  )
  return <AppContextProvider context={own}>{children}</AppContextProvider>
}

/** Opens a page of the playlist as a student sees it. */
export function PreviewLink({ to }: { to: string }) {
  return (
    <LinkButton to={`${to}?as=student`}>
      <Icon name="eye" />
      Preview as a student
    </LinkButton>
  )
}

/** Says that this is a preview, and leads back to the build screen. */
export function PreviewBar({ playlistId }: { playlistId: string }) {
  return (
    <aside className={styles.bar} aria-label="Preview">
      <Icon name="eye" />
      <p>{NOTHING_RECORDED}</p>
      <LinkButton size="sm" to={`/teacher-dashboard/build/${playlistId}`} onClick={forget}>
        Leave preview
      </LinkButton>
    </aside>
  )
}
