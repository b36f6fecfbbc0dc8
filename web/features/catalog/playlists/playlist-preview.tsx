import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { countOf } from '#contract/format.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import { Pill } from '#web/ui/feedback/pill.tsx'
import { useObjectUrl } from '#web/ui/form/use-object-url.ts'
import { SheetStack } from '#web/ui/overlay/sheet-stack.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { CategoryLabel } from '#web/ui/text/category-label.tsx'
import styles from './playlist-card.module.css'

/** The cover art before a category is chosen. */
const ANY_CATEGORY = 'development'

interface PlaylistPreviewProps {
  /** The stored version, when the form edits one. */
  playlist: PlaylistCard | undefined
  title: string
  category: string
  file: File | undefined
}

/** A preview of the playlist's card, without links. Generated art replaces a missing picture. */
export function PlaylistPreview({ playlist, title, category, file }: PlaylistPreviewProps) {
  const user = useCurrentUser()
  const chosen = useObjectUrl(file)
  if (user === null) return null
  const image = chosen === undefined ? playlist?.mainPlaylistImage : { url: chosen, width: 640, height: 360 }
  const count = playlist?.approvedCoursesCount ?? 0
  return (
    <div className={styles.card}>
      <SheetStack category={category} pill={<Pill icon="stack">{countOf(count, 'video')}</Pill>}>
        <Thumb>
          <Picture
            image={image}
            sizes="356px"
            fallback={{ category: category || ANY_CATEGORY, seed: playlist?._id ?? user._id }}
          />
        </Thumb>
      </SheetStack>
      <div className={styles.body}>
        <CategoryLabel category={category || 'category'} />
        <p className={styles.title} dir="auto">
          {title.trim() || 'Your title'}
        </p>
        <div className={styles.foot}>
          <span className={styles.by}>
            <Avatar user={user} />
            <span className={styles.teacher} dir="auto">
              {user.username}
            </span>
          </span>
        </div>
      </div>
    </div>
  )
}
