import { type ReactNode, type RefObject, useId, useRef } from 'react'
import type { Reauth } from '#contract/account/reauth.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import type { FormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { askPasskey, passkeyFailure } from '#web/core/passkeys.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { useFormDialog } from '#web/ui/form/use-form-dialog.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import dialogStyles from '#web/ui/overlay/confirm.module.css'
import { OtherMethod } from './other-method.tsx'
import styles from './settings.module.css'

/** The ways in which the user can confirm their identity. */
export interface Methods {
  hasPassword: boolean
  /** A passkey that works on this page. */
  hasPasskey: boolean
}

interface Write<Input, Reply> {
  mutate: (input: Input, then: { onSuccess: (reply: Reply) => void }) => void
  isPending: boolean
  error: Error | null
}

interface ReauthDialogProps<Input, Reply> {
  title: ReactNode
  text: string
  action: string
  tone?: 'primary' | 'danger'
  methods: Methods
  write: Write<Input, Reply>
  /** The input of the write. */
  inputOf: (proof: Reauth, data: FormData) => Input
  /** What the user types besides the password. */
  typed?: { form: RefObject<HTMLFormElement | null>; draft: FormDraft }
  /** More fields, after the password. */
  children?: ReactNode
  passwordLabel?: string
  onDone?: (reply: Reply) => void
  /** Gets the focus when the dialog closes; by default the element that had it before. */
  finalFocus?: () => HTMLElement | null
  onClose: () => void
}

/** Asks for the password or a passkey before a change for which a stolen session must not be enough. */
export function ReauthDialog<Input, Reply>(props: ReauthDialogProps<Input, Reply>) {
  const { title, text, action, tone = 'primary', methods, write, inputOf, typed, onDone, onClose } = props
  const id = useId()
  // Without an element, the browser focuses the first field.
  const first = useRef(null)
  const call = useCall()
  const own = useRef<HTMLFormElement>(null)
  const form = typed?.form ?? own
  const { mutate, isPending, error } = write
  const { dialog, close, question } = useFormDialog({
    first,
    isPending,
    hasDraft: typed?.draft.restored !== undefined,
    onClose: () => {
      typed?.draft.remove()
      onClose()
    },
    finalFocus: props.finalFocus,
  })

  function send(proof: Reauth, data: FormData): void {
    mutate(inputOf(proof, data), {
      onSuccess: (reply) => {
        typed?.draft.remove()
        onClose()
        onDone?.(reply)
      },
    })
  }

  async function sendWithPasskey(data: FormData): Promise<void> {
    try {
      send({ passkey: await askPasskey(call, { purpose: 'confirm' }) }, data)
    } catch (error) {
      const failure = passkeyFailure(error)
      if (failure) notify.error(failure, { timeout: SCREEN_TOAST_MS })
    }
  }

  function submit(data: FormData): void {
    if (isPending) return
    if (textOf(data, 'with') === 'passkey') void sendWithPasskey(data)
    else send({ password: textOf(data, 'password') }, data)
  }

  return (
    <dialog {...dialog} aria-labelledby={id} className={dialogStyles.dialog}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      <Form
        key={typed?.draft.version}
        ref={form}
        errors={fieldErrors(error)}
        aria-labelledby={id}
        onChange={typed?.draft.store}
        onSubmit={submit}
      >
        {methods.hasPassword && (
          <PasswordField
            name="password"
            label={props.passwordLabel ?? 'Your password'}
            required
            autoComplete="current-password"
          />
        )}
        {props.children}
        {typed && <DraftLine draft={typed.draft} />}
        <OtherMethod
          {...methods}
          action={action}
          isPending={isPending}
          onTicket={(ticket) => {
            if (form.current) send({ ticket }, new FormData(form.current))
          }}
        />
        <div className={dialogStyles.buttons}>
          <Button onClick={close}>Cancel</Button>
          {methods.hasPassword && (
            <Button type="submit" variant={tone} busy={isPending}>
              {action}
            </Button>
          )}
          {methods.hasPasskey && <PasskeySubmit {...{ methods, action, tone, isPending }} />}
        </div>
      </Form>
      {question}
    </dialog>
  )
}

type PasskeySubmitProps = Required<Pick<ReauthDialogProps<never, never>, 'methods' | 'action' | 'tone'>> & {
  isPending: boolean
}

/** The only button without a password, and a quieter one beside it. */
function PasskeySubmit({ methods: { hasPassword }, action, tone, isPending }: PasskeySubmitProps) {
  return (
    <Button
      type="submit"
      name="with"
      value="passkey"
      variant={hasPassword ? 'ghost' : tone}
      busy={isPending && !hasPassword}
      className={hasPassword ? styles.instead : undefined}
    >
      {hasPassword ? 'Use a passkey instead' : `${action} with a passkey`}
    </Button>
  )
}
