import { type ReactNode, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { previewed, remember } from './previewed.ts'

const Bar = lazyPart(async () => (await import('./preview-parts.tsx')).PreviewBar)
const ReadOnly = lazyPart(async () => (await import('./preview-parts.tsx')).ReadOnly)

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

/** In a preview, likes, comments and notes of its children are not saved and say why. */
export function PreviewContext({ isPreview, children }: { isPreview: boolean; children: ReactNode }) {
  if (!isPreview) return children
  return (
    <Suspense>
      <ReadOnly>{children}</ReadOnly>
    </Suspense>
  )
}

/** Says that this is a preview, and leads back to the build screen. */
export function PreviewBar({ playlistId }: { playlistId: string }) {
  return (
    <Suspense>
      <Bar playlistId={playlistId} />
    </Suspense>
  )
}
