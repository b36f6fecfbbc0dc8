import type { ReactNode } from 'react'
import type { CallReply } from '#contract/api.ts'
import { useSite } from '#web/core/app-context.tsx'
import { ContinueWatching } from '#web/features/learning/home/continue-watching.tsx'
import { FreshVideos } from '#web/features/learning/home/fresh-videos.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Stats } from '#web/ui/table/stats.tsx'
import { useStatistics } from './figures.ts'
import styles from './home-personal.module.css'

interface PersonalHomeProps {
  viewer: string
  /** Absent if it could not be loaded. */
  home: CallReply<'home.get'> | undefined
  onRetry: () => unknown
  courses: ReactNode
  options: ReactNode
}

/** The home page of a user who has started something or follows a teacher. It begins with what comes next. */
export function PersonalHome({ viewer, home, onRetry, courses, options }: PersonalHomeProps) {
  const site = useSite()
  const statistics = useStatistics()
  const hasStarted = home !== undefined && home.continue.length > 0
  return (
    <div className={styles.home}>
      <h1 className="sr">Home</h1>
      {hasStarted && (
        <Section
          title="Continue watching"
          action={
            <TextLink arrow to="/learning">
              My learning
            </TextLink>
          }
        >
          <ContinueWatching viewer={viewer} cards={home.continue} />
        </Section>
      )}
      {!home && <LoadFailed drawing="started" onRetry={onRetry} />}
      {!hasStarted && courses}
      {home && (
        <Section
          title="New from teachers you follow"
          action={
            <TextLink arrow to="/teachers">
              Teachers
            </TextLink>
          }
        >
          <FreshVideos videos={home.fresh} />
        </Section>
      )}
      {hasStarted && courses}
      {options}
      <section className={styles.statistics} aria-label={`${site.name} in figures`}>
        <Stats variant="band" items={statistics} />
      </section>
    </div>
  )
}
