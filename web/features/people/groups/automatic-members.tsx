import { useId } from 'react'
import type { Group } from '#contract/people/groups.ts'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import boxStyles from './group.module.css'

/** The rule that makes people members by themselves. */
export function AutomaticMembers({ group: { mailDomain } }: { group: Group }) {
  const id = useId()
  return (
    <section className={boxStyles.box} aria-labelledby={id}>
      <h2 id={id}>Added automatically</h2>
      <p>
        {mailDomain ? (
          <>
            Whoever confirms an address at <bdi>{mailDomain}</bdi>
          </>
        ) : (
          'Nobody. Everybody with an address of a mail domain can be a member.'
        )}
      </p>
      <LinkButton size="sm" to="?view=settings" viewTransition={false}>
        {mailDomain ? 'Change' : 'Set a mail domain'}
      </LinkButton>
    </section>
  )
}
