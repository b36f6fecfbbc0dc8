import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TeacherRequest } from '#contract/people/teacher-requests.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { ChipButton, Filters } from '#web/ui/layout/chip.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { TableRows } from '#web/ui/table/table-rows.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import styles from './teacher-requests.module.css'
import { teacherRequestsOf, useDecideRequest } from './teacher-requests.queries.ts'

const STATES = { open: 'Open', accepted: 'Accepted', declined: 'Declined' } as const
const KEYS = ['open', 'accepted', 'declined'] as const

interface TeacherRequestsProps {
  /** Gets the focus when the focused request leaves the list. */
  heading: RefObject<HTMLElement | null>
}

/** Requests to teach, the open ones with a decision. */
export function TeacherRequests({ heading }: TeacherRequestsProps) {
  const [state, setState] = useState<TeacherRequest['state']>('open')
  const list = useInfiniteQuery(teacherRequestsOf(useCall(), state))
  const requests = list.data?.pages.flatMap((page) => page.requests) ?? []
  return (
    <>
      <div className={styles.filters}>
        <Filters label="State">
          {KEYS.map((each) => (
            <ChipButton key={each} pressed={state === each} onClick={() => setState(each)}>
              {STATES[each]}
            </ChipButton>
          ))}
        </Filters>
      </div>
      <TableRows
        what="requests"
        list={list}
        loaded={requests.length}
        total={list.data?.pages[0]?.total}
        empty={{
          drawing: 'people',
          title: state === 'open' ? 'Nobody asks to teach.' : 'No requests here.',
          help: 'People can ask where the settings say that teaching is on request.',
        }}
      >
        <ul className={styles.requests}>
          {requests.map((request) => (
            <Request key={request._id} request={request} heading={heading} />
          ))}
        </ul>
      </TableRows>
    </>
  )
}

function Request({ request, heading }: { request: TeacherRequest } & TeacherRequestsProps) {
  const { user, reason, state, message, decidedBy, createdAt } = request
  return (
    <li>
      <Avatar user={user} size={40} />
      <div className={styles.words}>
        <TextLink to={`/profile/${user._id}`}>
          <bdi>{user.username}</bdi>
        </TextLink>
        <small className={styles.facts}>
          {user.email} · {user.role} · asked on <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        </small>
        {reason !== '' && <blockquote dir="auto">{reason}</blockquote>}
        {state === 'open' ? (
          <Decision request={request} heading={heading} />
        ) : (
          <p className={styles.decided}>
            <Badge tone={state === 'accepted' ? 'approved' : 'cancel'}>{STATES[state]}</Badge>
            <span>
              {decidedBy && (
                <>
                  by <bdi>{decidedBy.username}</bdi>
                </>
              )}
              {message !== '' && <q dir="auto">{message}</q>}
            </span>
          </p>
        )}
      </div>
    </li>
  )
}

/** How long a decision can be undone before it is sent, as on the review desk. */
const UNDO_MS = 5000

interface Choice {
  accepted: boolean
  message: string
}

/** The decision is sent after five seconds, or when the user leaves; until then it can be undone. */
function Decision({
  request: { _id: requestId, user },
  heading,
}: { request: TeacherRequest } & TeacherRequestsProps) {
  const form = useRef<HTMLFormElement>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const draft = useFormDraft('decision about a request', requestId, { form })
  const [choice, setChoice] = useState<Choice>()
  const [typed, setTyped] = useState<string>()
  const isSent = useRef(false)
  const { mutate, error, isPending } = useDecideRequest()

  function takeBack(): void {
    isSent.current = false
    setTyped(choice?.message)
    setChoice(undefined)
  }
  const send = useEffectEvent(() => {
    if (!choice || isSent.current) return
    isSent.current = true
    const hadFocus = undo.current === document.activeElement
    mutate(
      { requestId, ...choice },
      {
        onSaved: (reply) => {
          draft.remove()
          notify.success(reply.message, { timeout: SCREEN_TOAST_MS })
          if (hadFocus) heading.current?.focus()
        },
        onError: takeBack,
      },
    )
  })
  useEffect(() => {
    if (!choice) return
    undo.current?.focus()
    const timer = setTimeout(send, UNDO_MS)
    return () => clearTimeout(timer)
  }, [choice])
  // Only when the screen is left.
  useEffect(() => () => send(), [])

  if (choice) {
    return (
      <p className={styles.strip} role="status">
        <Icon name={choice.accepted ? 'circle-check' : 'circle-x'} size="sm" />
        <span>
          {choice.accepted ? 'Accepted' : 'Declined'}: <bdi>{user.username}</bdi>
        </span>
        <Button ref={undo} size="sm" busy={isPending && 'Sending...'} onClick={takeBack}>
          <Icon name="undo" size="sm" />
          Undo
        </Button>
      </p>
    )
  }
  return (
    <Form
      key={draft.version}
      ref={form}
      aria-label={`Decision about ${user.username}`}
      errors={fieldErrors(error)}
      onChange={draft.store}
      onSubmit={(data) =>
        setChoice({
          accepted: textOf(data, 'decision') === 'accept',
          message: textOf(data, 'message').trim(),
        })
      }
    >
      <TextAreaField
        name="message"
        label="Message"
        help="They read it with your decision."
        rows={2}
        defaultValue={typed ?? draft.text('message', '')}
      />
      <DraftLine draft={draft} />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" name="decision" value="accept" size="sm">
          <Icon name="check" size="sm" />
          Accept
        </Button>
        <Button type="submit" name="decision" value="decline" size="sm">
          <Icon name="close" size="sm" />
          Decline
        </Button>
      </div>
    </Form>
  )
}
