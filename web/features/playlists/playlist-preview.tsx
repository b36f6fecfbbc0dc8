import type { ImageRef } from '#contract/media.ts'
import type { PlaylistCard as Card } from '#contract/playlists.ts'
import type { SessionUser } from '#contract/session-user.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { useObjectUrl } from '#web/ui/use-object-url.ts'
import { PlaylistCard } from './playlist-card.tsx'

interface PlaylistPreviewProps {
  /** As it is now, when it is being changed. */
  playlist: Card | undefined
  title: string
  category: string
  file: File | undefined
}

/** The card as it will look. */
export function PlaylistPreview({ playlist, title, category, file }: PlaylistPreviewProps) {
  const user = useCurrentUser()
  const chosen = useObjectUrl(file)
  if (user === null) return null
  const before = playlist ?? emptyCard(user, category || 'development')
  return (
    <PlaylistCard
      playlist={{
        ...before,
        title: title.trim() || 'Your title',
        category: category || 'category',
        mainPlaylistImage: chosen === undefined ? before.mainPlaylistImage : pictureAt(chosen),
      }}
    />
  )
}

const pictureAt = (url: string): ImageRef => ({ url, width: 640, height: 360 })

/** Drawn until there is a picture, with the art of the chosen category. */
function emptyCard(teacher: SessionUser, category: string): Card {
  return {
    _id: teacher._id,
    title: '',
    description: '',
    category,
    mainPlaylistImage: pictureAt(`/art/${encodeURIComponent(category)}/${teacher._id}.svg`),
    isPlaylistApproved: 'pending',
    teacher,
    courses: [],
    createdAt: '',
    updatedAt: '',
    coursesCount: 0,
    approvedCoursesCount: 0,
    savedBy: [],
    savedCount: 0,
  }
}
