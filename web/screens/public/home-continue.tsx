import { Suspense, useState } from 'react'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import styles from './home-continue.module.css'

const download = () => import('#web/features/learning/progress/continue-watching.tsx')
const ContinueWatching = lazyPart(async () => (await download()).ContinueWatching)

/**
 * "Continue watching", for a user with started playlists. The server renders it hidden for everybody. Until the cards are
 * loaded, the style sheet shows its heading and reserves its height if the browser knows that there are cards.
 */
export function HomeContinue() {
  const user = useCurrentUser()
  const [count, setCount] = useState<number>()
  return (
    <div className={styles.row} hidden={!count} data-waiting={count === undefined || undefined}>
      <Section
        title="Continue watching"
        action={
          <TextLink arrow to="/learning">
            My learning
          </TextLink>
        }
      >
        <div className={styles.cards}>
          <Suspense>{user && <ContinueWatching viewer={user._id} onCount={setCount} />}</Suspense>
        </div>
      </Section>
    </div>
  )
}
