import { NO_ADMIN_YET } from '#contract/account/setup-messages.ts'
import { useSite } from '#web/core/app-context.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import styles from './bar.module.css'

/** Leads to the first admin while there is none. It stands on the screens on which operators look for a way in. */
export function SetupBar() {
  if (!useSite().lacksAdmin) return null
  return (
    <section className={styles.bar} aria-label="Setup">
      <p>{NO_ADMIN_YET}</p>
      <div className={styles.actions}>
        <TextLink to="/setup" inline>
          Set up
        </TextLink>
      </div>
    </section>
  )
}
