import { type ReactNode, Suspense, useState } from 'react'
import { countOf } from '#contract/format.ts'
import type { Overview } from '#contract/overview/overview.ts'
import type { Check } from '#contract/overview/overview-kinds.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Box } from './box.tsx'
import styles from './overview.module.css'
import { useHideChecklist, useRemoveDemo } from './overview.queries.ts'

const Confirm = lazyPart(async () => (await import('#web/ui/overlay/confirm.tsx')).Confirm)

/** A step that is done, and the same step while it is open. */
const STEPS: Record<Exclude<Check, 'demo'>, { done: string; open: string; how: ReactNode }> = {
  mail: {
    done: 'Mail is sent',
    open: 'Send mail',
    how: 'Set SMTP_URL and MAIL_FROM in the environment.',
  },
  address: {
    done: 'The public address is set',
    open: 'Set the public address',
    how: 'Set PUBLIC_URL to the https address of the site.',
  },
  backup: {
    done: 'A backup in 7 days',
    open: 'Make a backup',
    how: 'None in the last 7 days. Run npm run backup -- <file>',
  },
  category: {
    done: 'A category of your own',
    open: 'Add a category of your own',
    how: (
      <TextLink to="/admin/category" inline>
        Categories
      </TextLink>
    ),
  },
  teacher: {
    done: 'Somebody teaches',
    open: 'Find somebody who teaches',
    how: (
      <TextLink to="/admin/people/invite" inline>
        Invite people
      </TextLink>
    ),
  },
  registration: {
    done: 'You decided who may register',
    open: 'Decide who may register',
    how: (
      <TextLink to="/admin/settings" inline>
        Settings
      </TextLink>
    ),
  },
}

interface ChecklistProps {
  checklist: NonNullable<Overview['checklist']>
  demo: Overview['demo']
}

/** What makes a new site ready for its people. */
export function Checklist({ checklist, demo }: ChecklistProps) {
  const hide = useHideChecklist()
  const done = checklist.filter((step) => step.done).length
  return (
    <Box
      title="Getting ready"
      aside={
        <>
          <span className={styles.help}>
            {done} of {checklist.length}
          </span>
          <Button size="sm" variant="ghost" busy={hide.isPending} onClick={() => hide.mutate(true)}>
            Hide
          </Button>
        </>
      }
    >
      <ul className={styles.steps}>
        {checklist.map((step) =>
          step.check === 'demo' ? (
            <DemoStep key="demo" isDone={step.done} demo={demo} />
          ) : (
            <Step
              key={step.check}
              isDone={step.done}
              title={STEPS[step.check][step.done ? 'done' : 'open']}
              how={STEPS[step.check].how}
            />
          ),
        )}
      </ul>
    </Box>
  )
}

function Step({ isDone, title, how }: { isDone: boolean; title: string; how: ReactNode }) {
  return (
    <li data-done={isDone}>
      <Icon name={isDone ? 'circle-check' : 'circle-dashed'} />
      <div>
        <span>{title}</span>
        {isDone ? <span className="sr">: done</span> : <small>{how}</small>}
      </div>
    </li>
  )
}

function DemoStep({ isDone, demo }: { isDone: boolean; demo: Overview['demo'] }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useRemoveDemo()
  const what = `${countOf(demo.accounts, 'account')}, ${countOf(demo.playlists, 'playlist')}.`
  return (
    <>
      <Step
        isDone={isDone}
        title={isDone ? 'Demo content is removed' : 'Remove demo content'}
        how={
          demo.isLeaving ? (
            `${what} It is being removed.`
          ) : (
            <>
              {what}{' '}
              <Button size="sm" onClick={() => setAsking(true)}>
                Remove demo content
              </Button>
            </>
          )
        }
      />
      {isAsking && (
        <Suspense>
          <Confirm
            onClose={() => setAsking(false)}
            title="Remove the demo content?"
            text={`This deletes ${countOf(demo.accounts, 'account')} and ${countOf(demo.playlists, 'playlist')}, with everything that the accounts wrote, liked and saved. It cannot be undone.`}
            cancel="Cancel"
            action="Remove demo content"
            busy={remove.isPending}
            onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
          />
        </Suspense>
      )}
    </>
  )
}
