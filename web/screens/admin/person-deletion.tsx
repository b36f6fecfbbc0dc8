import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '#contract/format.ts'
import type { PersonPage } from '#contract/people/people.ts'
import { DELETED_DAYS } from '#contract/people/people-words.ts'
import { useCall } from '#web/core/app-context.tsx'
import { textOf } from '#web/core/form-values.ts'
import { ReauthDialog } from '#web/features/account/security/reauth-dialog.tsx'
import {
  receiversOf,
  useMethods,
  usePersonAction,
  useRemovePerson,
} from '#web/features/people/directory/person.queries.ts'
import { Segmented } from '#web/ui/form/segmented.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import styles from './person.module.css'
import { PersonBox } from './person-box.tsx'

const playlistsIn = ({ approved, waiting, others, inTrash }: PersonPage['content']) =>
  approved + waiting + others + inTrash

/** Says what a deletion does, and asks before it; or restores the account. */
export function PersonDeletion({ page }: { page: PersonPage }) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const { deleted } = page.person
  if (deleted)
    return (
      <PersonBox title="Deleted account">
        <div className={styles.body}>
          <p>
            Deleted on {formatDate(deleted.at)}
            {deleted.own ? ' by themself' : deleted.by !== null && <> by {<bdi>{deleted.by}</bdi>}</>}. It is
            gone for good on {formatDate(deleted.until)}.
          </p>
          <Button size="sm" block onClick={() => setAsking(true)}>
            <Icon name="undo" />
            Restore account…
          </Button>
        </div>
        {isAsking && <RestoreDialog page={page} onClose={close} />}
      </PersonBox>
    )
  const playlists = playlistsIn(page.content)
  return (
    <PersonBox title="Delete account">
      <div className={styles.body}>
        <p>
          {playlists > 0 &&
            `${countOf(playlists, 'playlist')} ${playlists === 1 ? 'is' : 'are'} asked about first: hand them to another teacher, or delete them too. `}
          You can restore the account for {DELETED_DAYS} days.
        </p>
        <Button size="sm" block onClick={() => setAsking(true)}>
          <Icon name="trash" />
          Delete account…
        </Button>
      </div>
      {isAsking && <DeleteDialog page={page} playlists={playlists} onClose={close} />}
    </PersonBox>
  )
}

interface DialogProps {
  page: PersonPage
  onClose: () => void
}

function RestoreDialog({ page: { person }, onClose }: DialogProps) {
  return (
    <ReauthDialog
      title={
        <>
          Restore <bdi>{person.username}</bdi>?
        </>
      }
      text="The account, its comments and the playlists that were deleted with it are back. What waited for a review is a draft."
      action="Restore"
      methods={useMethods()}
      write={usePersonAction('people.restore', person._id)}
      inputOf={(proof) => proof}
      onClose={onClose}
    />
  )
}

function DeleteDialog({ page: { person }, playlists, onClose }: DialogProps & { playlists: number }) {
  return (
    <ReauthDialog
      title={
        <>
          Delete the account of <bdi>{person.username}</bdi>?
        </>
      }
      text={`They are logged out everywhere, and nobody sees the account. You can restore it for ${DELETED_DAYS} days; then it is gone for good.`}
      action="Delete account"
      tone="danger"
      methods={useMethods()}
      write={useRemovePerson(person._id)}
      inputOf={(proof, data) => ({
        ...proof,
        username: textOf(data, 'username'),
        playlistsTo: textOf(data, 'playlists') === 'delete' ? null : textOf(data, 'playlistsTo') || null,
      })}
      onClose={onClose}
    >
      {playlists > 0 && <PlaylistsField playlists={playlists} ownerId={person._id} />}
      <TextField
        name="username"
        label={`Type “${person.username}” to confirm`}
        autoComplete="off"
        spellCheck={false}
        required
      />
    </ReauthDialog>
  )
}

/** What happens to the playlists. */
function PlaylistsField({ playlists, ownerId }: { playlists: number; ownerId: string }) {
  const [way, setWay] = useState<'hand' | 'delete'>('hand')
  const [q, setQ] = useState('')
  const teachers = useQuery(receiversOf(useCall(), q.trim())).data?.people ?? []
  return (
    <>
      <Segmented
        name="playlists"
        legend={playlists === 1 ? 'The playlist' : `The ${playlists} playlists`}
        options={[
          { value: 'hand', label: `Hand ${countOf(playlists, 'playlist')} to` },
          { value: 'delete', label: playlists === 1 ? 'Delete it too' : 'Delete them too' },
        ]}
        value={way}
        onChange={setWay}
      />
      {way === 'hand' && (
        <>
          <TextField name="find" label="Find a teacher" value={q} onChange={setQ} autoComplete="off" />
          <SelectField
            name="playlistsTo"
            label="Teacher"
            placeholder="Choose a teacher"
            required
            help="Learners keep their progress, saves and comments."
            options={teachers
              .filter(({ _id }) => _id !== ownerId)
              .map(({ _id, username, email }) => ({ value: _id, label: `${username} (${email})` }))}
          />
        </>
      )}
    </>
  )
}
