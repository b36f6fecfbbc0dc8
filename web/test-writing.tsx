/** The places where a user types a text that has to be saved, each alone on a page. */
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Passkey } from '#contract/account/passkeys.ts'
import type { Note } from '#contract/learning/notes.ts'
import type { ReviewNote } from '#contract/review/review.ts'
import { PLAYER_DEFAULTS } from '#contract/video/player-defaults.ts'
import { useDraft } from '#web/core/drafts/use-draft.ts'
import { RenameDialog } from '#web/features/account/security/passkeys-setting.tsx'
import { SuspendDialog } from '#web/features/account/users/account-changes.tsx'
import { CommentForm, ReplyForm, useReplyDraft } from '#web/features/comments/comment-form.tsx'
import { CommentItem } from '#web/features/comments/comment-item.tsx'
import { NoteForm } from '#web/features/learning/notes/course-notes.tsx'
import { NoteRow } from '#web/features/learning/notes/note-row.tsx'
import { ReportDialog } from '#web/features/reports/report-dialog.tsx'
import { NoteForm as ReviewNoteForm } from '#web/features/review/desk/notes.tsx'
import { ReasonsForm } from '#web/features/review/desk/reasons-form.tsx'
import { DecisionNote } from '#web/features/review/submission/decision-note.tsx'
import { ADA, aComment, aCourse } from '#web/test-content.ts'
import { aUser, errorReply, type Handlers, renderAt, testContext } from '#web/test-context.tsx'
import { aRevision } from '#web/test-revisions.ts'
import { Watching } from '#web/test-watch.tsx'

function DecisionReasons(handlers: Pick<ComponentProps<typeof ReasonsForm>, 'onDecide' | 'onCancel'>) {
  const draft = useDraft('review answer', '1')
  return (
    <ReasonsForm
      key={draft.version}
      {...handlers}
      draft={draft}
      state="changes"
      reasons={[]}
      teacher="Ada"
      notes={0}
      approveLabel=""
    />
  )
}

export const USER = aUser()
export const TEXT = 'Tie it twice.'
const thread = { ...aComment(), removed: false, replies: [] }
const ownComment = aComment({ user: USER })
const context = { onRemove: () => {}, Menu: () => null }
const note: Note = {
  _id: '7'.repeat(24),
  at: 12,
  text: 'Mind the end.',
  course: { _id: aCourse()._id, videoTitle: aCourse().videoTitle, playlist: aCourse().playlist },
  createdAt: '2026-04-01T10:00:00.000Z',
  updatedAt: '2026-04-01T10:00:00.000Z',
  bookmark: false,
}
const wanted: ReviewNote = {
  _id: '8'.repeat(24),
  field: 'title',
  atSeconds: null,
  text: 'Say more.',
  answer: null,
  resolvedAt: null,
  admin: null,
  messages: [],
  carriedFrom: null,
  createdAt: '2026-04-01T10:00:00.000Z',
}
const passkey: Passkey = {
  _id: '9'.repeat(24),
  name: 'Phone',
  host: 'lectern.test',
  isForThisSite: true,
  isDisabled: false,
  isSynced: false,
  createdAt: '2026-04-01T10:00:00.000Z',
  lastUsedAt: null,
}

/** What the forms sent: names of calls, or texts. */
export const sent: string[] = []

/** Shows a form until it is closed. */
function Closing({ children }: { children: (close: () => void) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(true)
  return isOpen ? children(() => setIsOpen(false)) : null
}

function Reply({ close }: { close: () => void }) {
  const composer = useReplyDraft(thread)
  return <ReplyForm composer={composer} thread={thread} author={USER} focused onClose={close} />
}

export interface Writing {
  what: string
  form: (close: () => void) => ReactNode
  field: string | RegExp
  /** The button that opens the form. */
  opener?: string
  /** The item of the menu that the button opens. */
  item?: string
  sends: string
}

/** Texts that are written in a place that Escape closes. */
export const CLOSED_BY_ESCAPE: Writing[] = [
  {
    what: 'a changed comment',
    form: () => <CommentItem comment={ownComment} context={context} />,
    field: 'Edit your comment',
    opener: 'Edit',
    sends: 'comments.update',
  },
  {
    what: 'a reply',
    form: (close) => <Reply close={close} />,
    field: `Reply to ${ADA.username}`,
    sends: 'comments.create',
  },
  {
    what: 'a changed note',
    form: () => (
      <ul>
        <NoteRow note={note} time={null} onRemove={() => {}}>
          {note.text}
        </NoteRow>
      </ul>
    ),
    field: 'Edit your note at 0:12',
    opener: 'More: note at 0:12',
    item: 'Edit',
    sends: 'notes.update',
  },
  {
    what: 'an answer to an admin',
    form: () => (
      <ul>
        <DecisionNote note={wanted} entry={aRevision()} place="" isCurrent={false} onSeek={() => {}} />
      </ul>
    ),
    field: 'Your answer',
    opener: 'Answer',
    sends: 'review.writeMessage',
  },
  {
    what: 'a note of the review desk',
    form: (close) => (
      <ReviewNoteForm
        subject="1"
        places={[{ value: 'title', label: 'Title', place: { itemId: '1', field: 'title' } }]}
        onSave={({ text }) => sent.push(text)}
        onClose={close}
      />
    ),
    field: /^Note/,
    sends: TEXT,
  },
  {
    what: 'the message of a decision',
    form: (close) => <DecisionReasons onDecide={({ message }) => sent.push(message)} onCancel={close} />,
    field: 'Message to Ada',
    sends: TEXT,
  },
  {
    what: 'a report',
    form: (close) => (
      <ReportDialog
        subject={{ kind: 'comment', id: '1'.repeat(24), name: '', ownerId: ADA._id }}
        onClose={close}
      />
    ),
    field: 'What should an admin know?',
    sends: 'reports.create',
  },
  {
    what: 'the reason of a suspension',
    form: (close) => <SuspendDialog user={ADA} onClose={close} />,
    field: /^Reason/,
    sends: 'users.suspend',
  },
]
export const NAME_OF_A_PASSKEY: Writing = {
  what: 'the name of a passkey',
  form: (close) => <RenameDialog passkey={passkey} onClose={close} />,
  field: /^Name/,
  sends: 'passkeys.update',
}
export const ALWAYS_OPEN: Writing[] = [
  {
    what: 'a new comment',
    form: () => <CommentForm />,
    field: 'Add a comment',
    sends: 'comments.create',
  },
  {
    what: 'a new note',
    form: () => <NoteForm />,
    field: 'Your note',
    sends: 'notes.create',
  },
]

/** Opens the form of a text, for a user whose calls the server rejects. */
export async function openWriting({ form, opener, item, field }: Writing): Promise<HTMLElement> {
  const call = (name: string) => () => {
    sent.push(name)
    return errorReply(503, { code: 'unavailable', message: 'Try again.' })
  }
  const answers: Handlers = {
    'users.player': () => PLAYER_DEFAULTS,
    'comments.create': call('comments.create'),
    'comments.update': call('comments.update'),
    'notes.create': call('notes.create'),
    'notes.update': call('notes.update'),
    'review.writeMessage': call('review.writeMessage'),
    'reports.create': call('reports.create'),
    'users.suspend': call('users.suspend'),
    'passkeys.update': call('passkeys.update'),
  }
  renderAt(
    [
      {
        path: '/',
        element: (
          <Watching>
            <Closing>{form}</Closing>
          </Watching>
        ),
      },
    ],
    '/',
    testContext({ user: USER, answers }),
  )
  if (opener) await userEvent.click(await screen.findByRole('button', { name: opener }))
  if (opener && item) await userEvent.click(screen.getByRole('menuitem', { name: item, hidden: true }))
  return screen.findByRole('textbox', { name: field })
}
