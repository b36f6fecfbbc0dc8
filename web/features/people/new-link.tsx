import { useId } from 'react'
import type { Invitation } from '#contract/people/invitations.ts'
import { copyLink } from '#web/core/copy-link.ts'
import input from '#web/ui/form/input.module.css'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { hereOf } from './invitation-list.tsx'
import styles from './invitations.module.css'

/** The link that was just made, to pass on. */
export function NewLink({ link }: { link: NonNullable<Invitation['link']> }) {
  const id = useId()
  const address = hereOf(link)
  return (
    <div className={styles.newLink} role="status">
      <label htmlFor={id}>The link is ready. Everybody who has it can use it.</label>
      <div className={styles.copy}>
        <input
          id={id}
          className={input.input}
          readOnly
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button variant="primary" onClick={() => void copyLink(address)}>
          <Icon name="copy" size="sm" />
          Copy link
        </Button>
      </div>
    </div>
  )
}
