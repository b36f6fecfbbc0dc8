import { useSite } from '#web/core/app-context.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { Stats } from '#web/ui/table/stats.tsx'
import styles from './about.module.css'
import { AboutReviews } from './about-reviews.tsx'
import { PLACEHOLDER_STATISTICS } from './placeholder-figures.ts'

const REASONS = [
  'Short playlists with one subject each, so you can finish what you start.',
  'Every playlist is reviewed by a person before it appears.',
  'Ask under any video. Teachers and students answer there.',
]

/** Generated cover art, chosen for its looks. */
const POSTERS = ['photography/about-8', 'science/about-1', 'development/hero-7']

/** Specification section 2, /about. */
export function Component() {
  const { name } = useSite()
  const lead = `${name} is for people who would rather watch someone competent for twelve minutes than read a syllabus.`
  return (
    <>
      <ScreenTitle screen="About" description={lead} />
      <section className={styles.why} aria-labelledby="why">
        <div>
          <h1 id="why">Why choose us?</h1>
          <p className={styles.lead}>{lead}</p>
          <ul>
            {REASONS.map((reason) => (
              <li key={reason}>
                <Icon name="circle-check" />
                <span>{reason}</span>
              </li>
            ))}
          </ul>
          <LinkButton to="/courses" variant="primary" size="lg">
            Our courses
          </LinkButton>
        </div>
        <div className={styles.art} aria-hidden="true">
          {POSTERS.map((poster) => (
            <Thumb key={poster} radius="lg">
              <img src={`/art/${poster}.svg`} width={640} height={360} alt="" decoding="async" />
            </Thumb>
          ))}
        </div>
      </section>
      <section className={styles.statistics} aria-label="Statistics">
        <Stats variant="panel" items={PLACEHOLDER_STATISTICS} />
      </section>
      <AboutReviews />
    </>
  )
}
