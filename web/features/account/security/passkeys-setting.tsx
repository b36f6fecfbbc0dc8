import { type ReactNode, useId, useRef, useState } from 'react'
import { deviceName } from '#contract/account/device-name.ts'
import type { Passkey } from '#contract/account/passkeys.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { useSite } from '#web/core/app-context.tsx'
import { useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { canUsePasskeys } from '#web/core/passkeys.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormDialog } from '#web/ui/form/use-form-dialog.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import dialogStyles from '#web/ui/overlay/confirm.module.css'
import { Icon } from '#web/ui/picture/icon.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { type Methods, ReauthDialog } from './reauth-dialog.tsx'
import { useAddPasskey, useChangePasskey, useRemovePasskey } from './security.queries.ts'
import { Box, Foot, Row, Setting } from './settings.tsx'

interface PasskeysSettingProps {
  passkeys: Passkey[]
  methods: Methods
  /** Whether the site's address allows passkeys. */
  isAllowed: boolean
}

export function PasskeysSetting({ passkeys, methods, isAllowed }: PasskeysSettingProps) {
  const [isAdding, setAdding] = useState(false)
  const canAdd = canUsePasskeys(useSite()) && isAllowed
  return (
    <Setting
      title="Passkeys"
      text="Log in with your face, finger or device PIN. Nothing to remember, nothing to steal."
    >
      <Box>
        {passkeys.length > 0 && (
          <ul>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey._id} passkey={passkey} methods={methods} />
            ))}
          </ul>
        )}
        {canAdd ? (
          <Foot hint="Your device asks for your face, finger or PIN.">
            <Button size="sm" onClick={() => setAdding(true)}>
              <Icon name="plus" />
              Add a passkey
            </Button>
          </Foot>
        ) : (
          <Foot
            hint={
              isAllowed
                ? 'This browser cannot use passkeys here.'
                : 'Passkeys need a secure address (https). Ask the operator of this site.'
            }
          />
        )}
      </Box>
      {isAdding && <AddPasskey methods={methods} onClose={() => setAdding(false)} />}
    </Setting>
  )
}

function AddPasskey({ methods, onClose }: { methods: Methods; onClose: () => void }) {
  const write = useAddPasskey()
  const [suggested] = useState(() => deviceName(navigator.userAgent))
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft('passkey', 'new', { form, stored: { name: suggested } })
  return (
    <ReauthDialog
      title="Add a passkey"
      text="Confirm that it is you. Then your device asks for your face, finger or PIN."
      action="Go on"
      methods={methods}
      write={write}
      inputOf={(proof, data) => ({ ...proof, name: textOf(data, 'name').trim() || suggested })}
      typed={{ form, draft }}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        defaultValue={draft.text('name', suggested)}
        autoComplete="off"
        help="So that you recognize it later."
      />
    </ReauthDialog>
  )
}

function detailsOf({ isForThisSite, isDisabled, host, createdAt, lastUsedAt }: Passkey): ReactNode {
  if (!isForThisSite) return `For ${host}. It cannot be used here.`
  if (isDisabled)
    return 'Turned off, because your password was reset or somebody may have copied it. Enable it only if it is yours.'
  return (
    <>
      Added <RelativeTime at={createdAt} /> · {lastUsedAt === null ? 'Not used yet' : 'Last used '}
      {lastUsedAt !== null && <RelativeTime at={lastUsedAt} />}
    </>
  )
}

function PasskeyRow({ passkey, methods }: { passkey: Passkey; methods: Methods }) {
  const [open, setOpen] = useState<'rename' | 'enable' | 'remove'>()
  const row = useRef<HTMLSpanElement>(null)
  const { name, isForThisSite, isDisabled, isSynced } = passkey
  const close = () => setOpen(undefined)
  const icon = isSynced ? 'phone' : 'laptop'
  const dialog = { passkey, methods, onClose: close }
  return (
    <Row
      as="li"
      icon={isForThisSite && !isDisabled ? icon : 'key-off'}
      name={name}
      tag={isSynced ? 'Synced' : undefined}
      details={detailsOf(passkey)}
    >
      <span ref={row} hidden />
      {isForThisSite && isDisabled && (
        <Button size="sm" variant="ghost" onClick={() => setOpen('enable')}>
          Enable
          <span className="sr"> {name}</span>
        </Button>
      )}
      {isForThisSite && (
        <Button size="sm" variant="ghost" onClick={() => setOpen('rename')}>
          Rename
          <span className="sr"> {name}</span>
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => setOpen('remove')}>
        Remove
        <span className="sr"> {name}</span>
      </Button>
      {open === 'rename' && <RenameDialog passkey={passkey} onClose={close} />}
      {open === 'enable' && <EnablePasskey {...dialog} />}
      {open === 'remove' && (
        <RemovePasskey
          {...dialog}
          heading={() => row.current?.closest('section')?.querySelector('h2') ?? null}
        />
      )}
    </Row>
  )
}

interface DialogProps {
  passkey: Passkey
  methods: Methods
  onClose: () => void
}

function EnablePasskey({ passkey, methods, onClose }: DialogProps) {
  return (
    <ReauthDialog
      title={
        <>
          Enable “<bdi>{passkey.name}</bdi>”?
        </>
      }
      text="Then it logs in again. Do it only if the device is yours."
      action="Enable passkey"
      methods={methods}
      write={useChangePasskey(passkey)}
      inputOf={(proof) => ({ ...proof, enabled: true as const })}
      onClose={onClose}
    />
  )
}

interface RemovePasskeyProps extends DialogProps {
  /** Gets the focus when the row is gone. */
  heading: () => HTMLElement | null
}

function RemovePasskey({ passkey, methods, onClose, heading }: RemovePasskeyProps) {
  const removed = useRef(false)
  const [section] = useState(heading)
  return (
    <ReauthDialog
      title={
        <>
          Remove “<bdi>{passkey.name}</bdi>”?
        </>
      }
      text="You can no longer log in with it. Delete it on your device as well."
      action="Remove passkey"
      tone="danger"
      methods={methods}
      write={useRemovePasskey(passkey)}
      inputOf={(proof) => proof}
      onDone={() => {
        removed.current = true
      }}
      finalFocus={() => (removed.current ? section : null)}
      onClose={onClose}
    />
  )
}

export function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useChangePasskey(passkey)
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft('passkey', passkey._id, { form, stored: { name: passkey.name } })
  const { dialog, close, question } = useFormDialog({
    first: field,
    isPending,
    hasDraft: draft.restored !== undefined,
    onClose: () => {
      draft.remove()
      onClose()
    },
  })
  return (
    <dialog {...dialog} aria-labelledby={id} className={dialogStyles.dialog}>
      <h2 id={id}>Rename passkey</h2>
      <p>The name is only for you.</p>
      <Form
        key={draft.version}
        ref={form}
        errors={fieldErrors(error)}
        aria-labelledby={id}
        onChange={draft.store}
        onSubmit={(data) =>
          mutate({ name: textOf(data, 'name') }, { onSaved: draft.remove, onSuccess: onClose })
        }
      >
        <TextField
          ref={field}
          name="name"
          label="Name"
          required
          defaultValue={draft.text('name', passkey.name)}
          autoComplete="off"
        />
        <DraftLine draft={draft} />
        <div className={dialogStyles.buttons}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            Rename
          </Button>
        </div>
      </Form>
      {question}
    </dialog>
  )
}
