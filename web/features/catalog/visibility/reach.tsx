import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Visibility } from '#contract/catalog/visibility.ts'
import { formatCount } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { losingText } from './choices.ts'
import styles from './reach.module.css'
import { audienceOf, type ChosenAudience } from './visibility.queries.ts'

const CHOOSING_MS = 300

type Sentence = readonly [who: string, where: string]

interface Words {
  found: Sentence
  hidden?: Sentence
}

const LISTED: Words = {
  found: ['They find it', 'in lists, in search and on your page'],
  hidden: ['Nobody else does', 'not by address, in counts or in search'],
}

const WORDS: Readonly<Record<Visibility, Words>> = {
  public: { found: ['Everyone finds it', 'in lists, in search and on the web'] },
  unlisted: {
    found: ['The link opens it', 'a visitor logs in to watch'],
    hidden: ['Nobody finds it', 'in lists, in counts or in search'],
  },
  members: LISTED,
  groups: LISTED,
}

interface ReachProps {
  audience: ChosenAudience
  playlistId: string | undefined
}

/** "Who this reaches": how many people will find the playlist, and who loses it. */
export function Reach({ audience, playlistId }: ReachProps) {
  const { visibility, groups } = audience
  const { found, hidden } = WORDS[visibility]
  const { people, losing, isCounting, isFailed, countAgain } = useReach({ audience, playlistId })
  return (
    <section className={styles.reach} aria-labelledby="reach">
      <h2 id="reach">Who this reaches</h2>
      <dl className={styles.figures} aria-busy={isCounting || undefined}>
        <div>
          <dt>People</dt>
          <dd>{isCounting ? <small>Counting…</small> : peopleText(people)}</dd>
        </div>
        {visibility === 'groups' && (
          <div>
            <dt>Groups</dt>
            <dd>{formatCount(groups.length)}</dd>
          </div>
        )}
      </dl>
      {isFailed && (
        <div className={styles.failed} role="alert">
          The people could not be counted.
          <Button size="sm" onClick={countAgain}>
            Count again
          </Button>
        </div>
      )}
      {losing > 0 && (
        <p className={styles.losing} role="status">
          <Icon name="alert-triangle" size="sm" />
          {losingText(losing)}
        </p>
      )}
      <ul className={styles.words}>
        <Line words={found} icon="check" />
        {hidden && <Line words={hidden} icon="lock" />}
      </ul>
    </section>
  )
}

/** Counts after a pause in choosing. Without a group there is nobody to count. */
function useReach({ audience, playlistId }: ReachProps) {
  const counted = useCounted(audience)
  const isEmpty = counted.visibility === 'groups' && counted.groups.length === 0
  const query = useQuery({ ...audienceOf(useCall(), { ...counted, playlistId }), enabled: !isEmpty })
  const isCounting = counted !== audience || (query.isFetching && !isEmpty)
  const reply = isCounting || isEmpty ? undefined : query.data
  return {
    people: isEmpty ? 0 : reply?.people,
    losing: reply?.losing ?? 0,
    isCounting,
    isFailed: query.isError && !isCounting,
    countAgain: () => void query.refetch(),
  }
}

function Line({ words: [who, where], icon }: { words: Sentence; icon: 'check' | 'lock' }) {
  return (
    <li>
      <div>
        <b>{who}</b>
        <small>{where}</small>
      </div>
      <Icon name={icon} />
    </li>
  )
}

/** A dash where they could not be counted. */
const peopleText = (people: number | undefined) => (people === undefined ? '–' : formatCount(people))

/** The audience after a pause in choosing. */
function useCounted(audience: ChosenAudience): ChosenAudience {
  const [counted, setCounted] = useState(audience)
  useEffect(() => {
    const timer = setTimeout(() => setCounted(audience), CHOOSING_MS)
    return () => clearTimeout(timer)
  }, [audience])
  return counted
}
