import { LinkButton } from '#web/ui/navigation/button.tsx'
import { BrandPanel } from '#web/ui/picture/brand-panel.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { Stats } from '#web/ui/table/stats.tsx'
import styles from './home.module.css'
import { PLACEHOLDER_STATISTICS } from './placeholder-figures.ts'

/** Generated cover art, chosen for its looks. */
const POSTERS = [
  'design/hero-7',
  'science/hero-6',
  'music/hero-2',
  'marketing/hero-4',
  'business/hero-4',
  'photography/hero-7',
  'development/hero-7',
  'marketing/hero-11',
]

/** The panel at the top of the home page. */
export function HomeHero({ lead }: { lead: string }) {
  return (
    <BrandPanel className={styles.hero} aria-labelledby="home-heading">
      <div className={styles.copy}>
        <h1 id="home-heading">Learn it from people who do it.</h1>
        <p>{lead}</p>
        <div className={styles.actions}>
          <LinkButton size="lg" variant="panelPrimary" to="/courses">
            Browse courses
          </LinkButton>
          <LinkButton size="lg" variant="panel" to="/teachers">
            Meet the teachers
          </LinkButton>
        </div>
      </div>
      <div className={styles.art} aria-hidden="true">
        <ul>
          {POSTERS.map((poster) => (
            <li key={poster}>
              <Thumb radius="lg">
                <img src={`/art/${poster}.svg`} width={640} height={360} alt="" decoding="async" />
              </Thumb>
            </li>
          ))}
        </ul>
      </div>
      <Stats variant="foot" items={PLACEHOLDER_STATISTICS} />
    </BrandPanel>
  )
}
