import { formatTime } from '#contract/format.ts'
import type { FreshVideo } from '#contract/learning/home.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import { Pill } from '#web/ui/feedback/pill.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { formatAgo } from '#web/ui/text/format.ts'
import styles from './fresh-videos.module.css'

/** New videos of the teachers whom the user follows, the newest first. */
export function FreshVideos({ videos }: { videos: readonly FreshVideo[] }) {
  if (videos.length === 0) return <p className={styles.none}>Follow a teacher to see what is new here.</p>
  return (
    <ul className={styles.grid}>
      {videos.map((video) => (
        <li key={video._id}>
          <Card video={video} />
        </li>
      ))}
    </ul>
  )
}

function Card({ video }: { video: FreshVideo }) {
  const { _id, videoTitle, tutorialImage, durationSeconds, playlist, teacher, announcedAt } = video
  return (
    <article className={styles.card}>
      <Thumb radius="lg">
        <Picture
          image={tutorialImage}
          sizes="(max-width: 660px) 50vw, 320px"
          fallback={{ category: playlist.category, seed: _id }}
        />
        {durationSeconds !== null && (
          <span className={styles.pill}>
            <Pill>{formatTime(durationSeconds)}</Pill>
          </span>
        )}
      </Thumb>
      <h3>
        <Link to={`/watch-video/${playlist._id}/${_id}`} dir="auto">
          {videoTitle}
        </Link>
      </h3>
      <p className={styles.by}>
        <Avatar user={teacher} size={26} />
        <span>
          <bdi>{teacher.username}</bdi> · <time dateTime={announcedAt}>{formatAgo(announcedAt)}</time>
        </span>
      </p>
    </article>
  )
}
