import { type ReactNode, Suspense } from 'react'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { formatCount, formatMinutes } from '#contract/format.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useHydrated } from '#web/core/use-hydrated.ts'
import { languageName } from '#web/features/catalog/playlists/language-name.ts'
import { Icon, type IconName } from '#web/ui/picture/icon.tsx'
import styles from './playlist-facts.module.css'

const ReadersTime = lazyPart(async () => (await import('./readers-time.tsx')).ReadersTime)

/** Level, language, captions and length, as far as they are known. */
export function PlaylistMarks({ playlist: { courses, level, language } }: { playlist: Playlist }) {
  const seconds = courses.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)
  const captions = [...new Set(courses.flatMap((course) => course.captions ?? []))].map(languageName)
  const marks = [
    level && <span className={styles.level}>{level}</span>,
    language && languageName(language),
    captions.length > 0 && `Captions: ${captions.toSorted().join(', ')}`,
    seconds > 0 && (
      <>
        <Icon name="clock" size="sm" />
        <span className="num">{formatMinutes(seconds)}</span>
      </>
    ),
  ].filter(Boolean)
  if (marks.length === 0) return null
  return (
    <ul className={styles.marks} aria-label="About the videos">
      {marks.map((mark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the marks never change their order
        <li key={index}>{mark}</li>
      ))}
    </ul>
  )
}

/** When the playlist was created, updated and approved, and its followers. */
export function PlaylistFacts({
  playlist: { createdAt, updatedAt, version, followersCount },
}: {
  playlist: Playlist
}) {
  return (
    <div className={styles.facts}>
      <Fact icon="calendar">
        <time className="num" dateTime={createdAt}>
          {dayOf(createdAt)}
        </time>
      </Fact>
      {dayOf(updatedAt) !== dayOf(createdAt) && (
        <Fact icon="refresh">
          Updated <Time at={updatedAt} as="age" />
        </Fact>
      )}
      {version && (
        <Fact icon="circle-check">
          Version {version.number}, approved on <Time at={version.approvedAt} as="date" />
        </Fact>
      )}
      {followersCount !== undefined && <Fact icon="user">{formatCount(followersCount)} followers</Fact>}
    </div>
  )
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <span>
      <Icon name={icon} size="sm" />
      <span>{children}</span>
    </span>
  )
}

/** The server does not know the clock of the reader, and its page may be older than today: it writes the day. */
function Time({ at, as }: { at: string; as: 'age' | 'date' }) {
  const day = (
    <time className="num" dateTime={at}>
      {dayOf(at)}
    </time>
  )
  if (!useHydrated()) return day
  return (
    <Suspense fallback={day}>
      <ReadersTime at={at} as={as} />
    </Suspense>
  )
}

const dayOf = (time: string) => time.slice(0, 10)
