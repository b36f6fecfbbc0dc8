import { memo, type ReactNode } from 'react'
import type { PlaylistCard as Playlist } from '#contract/catalog/playlists.ts'
import { countOf } from '#contract/format.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import { Pill } from '#web/ui/feedback/pill.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { SheetStack } from '#web/ui/overlay/sheet-stack.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { CategoryLabel } from '#web/ui/text/category-label.tsx'
import styles from './playlist-card.module.css'

export interface PlaylistCardProps {
  playlist: Playlist
  /** The level of the title, one below the heading of the list. */
  level?: 2 | 3
  /** A control above the picture. */
  action?: ReactNode
  /** A line below the title. */
  detail?: ReactNode
  /** Whether this is the first card of a screen that starts with its list. */
  priority?: boolean
}

/** A playlist as lists show it: picture, number of videos, category, title, teacher and a link. */
export const PlaylistCard = memo(
  ({ playlist, level = 3, action, detail, priority = false }: PlaylistCardProps) => {
    const { _id, title, category, mainPlaylistImage, teacher, approvedCoursesCount } = playlist
    const Title = `h${level}` as const
    return (
      <article className={styles.card}>
        <div className={styles.media}>
          <SheetStack
            category={category}
            pill={<Pill icon="stack">{countOf(approvedCoursesCount, 'video')}</Pill>}
          >
            <Thumb>
              <Picture
                image={mainPlaylistImage}
                sizes="(max-width: 660px) calc(100vw - 50px), 380px"
                priority={priority}
                fallback={{ category, seed: _id }}
              />
            </Thumb>
          </SheetStack>
          {action && <div className={styles.action}>{action}</div>}
        </div>
        <div className={styles.body}>
          <CategoryLabel category={category} />
          <Title className={styles.title} dir="auto">
            {title}
          </Title>
          {detail && <div className={styles.detail}>{detail}</div>}
          <div className={styles.foot}>
            <span className={styles.by}>
              <Avatar user={teacher} />
              <span className={styles.teacher} dir="auto">
                {teacher.username}
              </span>
            </span>
            <TextLink
              arrow
              to={`/playlist-details/${_id}`}
              className={styles.link}
              aria-label={`View Playlist: ${title}`}
            >
              View Playlist
            </TextLink>
          </div>
        </div>
      </article>
    )
  },
)

/** `9 videos`, `1 video`. */
