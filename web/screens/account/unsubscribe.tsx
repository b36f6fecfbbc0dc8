import { useState } from 'react'
import { useLocation } from 'react-router'
import type { CallReply } from '#contract/api.ts'
import { KINDS } from '#contract/notifications/notification-kinds.ts'
import { tokenIn } from '#web/features/account/auth/link-token.ts'
import { useUnsubscribe } from '#web/features/notifications/notifications.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import styles from './unsubscribe.module.css'

const NO_TOKEN = 'This link does not work. Open your notification settings instead.'

/** /unsubscribe#token=…: the link of a mail. Nothing changes before the user presses the button. */
export function Component() {
  const { hash } = useLocation()
  const token = tokenIn(hash)
  const unsubscribe = useUnsubscribe()
  const [done, setDone] = useState<CallReply<'notifications.unsubscribe'>>()
  return (
    <div className={styles.column}>
      <ScreenTitle screen="Unsubscribe" unlisted />
      <PageHead title={done ? 'You are unsubscribed' : 'Unsubscribe'} tight />
      <div role="status">
        {done && (
          <p className={styles.text}>
            You will get no more emails about {listOf(done.kinds)}. In the app nothing changes.
          </p>
        )}
      </div>
      {!done && (
        <>
          <p className={styles.text}>Stop the emails of this kind? In the app nothing changes.</p>
          <Button
            variant="primary"
            busy={unsubscribe.isPending && 'Unsubscribing…'}
            onClick={() => unsubscribe.mutate(token, { onSuccess: setDone })}
          >
            Unsubscribe
          </Button>
          <p role="alert" className={styles.error}>
            {unsubscribe.error && (unsubscribe.error.message || NO_TOKEN)}
          </p>
        </>
      )}
      <p className={styles.text}>
        <TextLink inline to="/account/notifications">
          Change what you get
        </TextLink>
      </p>
    </div>
  )
}

function listOf(kinds: CallReply<'notifications.unsubscribe'>['kinds']): string {
  return new Intl.ListFormat('en-GB').format(kinds.map((kind) => KINDS[kind].topic))
}
