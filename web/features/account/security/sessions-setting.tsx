import { useState } from 'react'
import type { Session } from '#contract/account/auth.ts'
import { deviceName, systemIn } from '#contract/account/device-name.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import type { IconName } from '#web/ui/picture/icon.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { type Methods, ReauthDialog } from './reauth-dialog.tsx'
import { useEndSessions } from './security.queries.ts'
import { Box, Foot, Row, Setting } from './settings.tsx'

/** The user's sessions. */
export function SessionsSetting({ sessions, methods }: { sessions: Session[]; methods: Methods }) {
  const [ending, setEnding] = useState<Session | 'others'>()
  const hasOthers = sessions.some(({ current }) => !current)
  return (
    <Setting title="Sessions" text="Every place where you are logged in. End what you do not know.">
      <Box>
        <ul>
          {sessions.map((session) => (
            <SessionRow key={session._id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ul>
        {hasOthers && (
          <Foot hint={methods.hasPassword ? 'Asks for your password.' : 'Asks for your passkey.'}>
            <Button size="sm" onClick={() => setEnding('others')}>
              End all others
            </Button>
          </Foot>
        )}
      </Box>
      {ending && <EndDialog ending={ending} methods={methods} onClose={() => setEnding(undefined)} />}
    </Setting>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { agent, current, network, unknownNetwork, createdAt, lastUsedAt } = session
  const name = deviceName(agent)
  return (
    <Row
      as="li"
      icon={deviceIcon(agent)}
      name={name}
      tag={current ? 'This device' : undefined}
      warning={unknownNetwork && !current ? 'Unknown network' : undefined}
      details={
        <>
          Network {network} · Started <RelativeTime at={createdAt} /> · Last used{' '}
          <RelativeTime at={lastUsedAt} />
        </>
      }
    >
      {!current && (
        <Button size="sm" onClick={onEnd}>
          End
          <span className="sr"> {name}</span>
        </Button>
      )}
    </Row>
  )
}

interface EndDialogProps {
  ending: Session | 'others'
  methods: Methods
  onClose: () => void
}

function EndDialog({ ending, methods, onClose }: EndDialogProps) {
  const write = useEndSessions(ending === 'others' ? undefined : ending._id)
  return (
    <ReauthDialog
      title={ending === 'others' ? 'End all other sessions?' : `End ${deviceName(ending.agent)}?`}
      text={
        ending === 'others'
          ? 'You stay logged in on this device only.'
          : 'This device will be logged out at once.'
      }
      action={ending === 'others' ? 'End all others' : 'End session'}
      tone="danger"
      methods={methods}
      write={write}
      inputOf={(proof) => proof}
      onClose={onClose}
    />
  )
}

/** The icon for the device in a `User-Agent` header. */
function deviceIcon(agent: string): IconName {
  const system = systemIn(agent)
  if (system === 'iPhone' || system === 'iPad' || system === 'Android') return 'phone'
  return system === 'Windows' ? 'desktop' : 'laptop'
}
