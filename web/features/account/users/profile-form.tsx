import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import type { SessionUser } from '#contract/account/session-user.ts'
import { PROFESSION_MESSAGE, ROLES, type Role } from '#contract/account/user-fields.ts'
import { ProfileDraft, type User } from '#contract/account/users.ts'
import type { TeacherPolicy } from '#contract/settings/setting-values.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { fileOf, textOf } from '#web/core/form-values.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { mustAsk, RoleField } from '#web/features/account/auth/role-field.tsx'
import { ImageField } from '#web/features/media/image-field.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form, FormFoot, FormHead } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { NewPasswordField } from '#web/ui/form/new-password-field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { useUpdateProfile } from './profile.queries.ts'
import styles from './profile-form.module.css'

const UPDATED = 'Profile updated successfully!'
const HEADING = 'update-profile'
const HIDDEN = 'hidden'

type EditableProfile = Pick<
  SessionUser,
  '_id' | 'username' | 'email' | 'role' | 'profession' | 'profilePhoto'
> &
  Pick<User, 'profilePrivate' | 'siteQuote'>

/**
 * The form of the own profile. A profession is sent only for the role Other, and changing the role clears it. Passwords are
 * sent only if they are filled. The input survives a rejection.
 */
export function ProfileForm(props: ProfileFormProps) {
  const { profile } = props
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft('profile', profile._id, { form, stored: storedTexts(profile) })
  return <ProfileEditor key={draft.version} {...props} form={form} draft={draft} />
}

interface ProfileFormProps {
  profile: EditableProfile
  /** Under the email field. */
  emailHelp?: string | undefined
  /** The people who may teach; unknown until it is loaded. */
  teachers?: TeacherPolicy | undefined
  /** Beside the field that hides the profile; it applies at once. */
  privacy?: ReactNode
}

interface ProfileEditorProps extends ProfileFormProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
}

function ProfileEditor({ profile, emailHelp, teachers, privacy, form, draft }: ProfileEditorProps) {
  const { _id, profilePhoto } = profile
  const [initial] = useState(() => initialValues(profile, draft))
  const [role, setRole] = useState(initial.role)
  const [profession, setProfession] = useState(initial.profession)
  const [passwords, setPasswords] = useState(NO_PASSWORDS)
  const [errors, setErrors] = useState<FormErrors>({})
  // A new address counts only after its confirmation, so after saving, the field shows the current one again.
  const [saves, setSaves] = useState(0)
  const update = useUpdateProfile(_id)
  const asksToTeach = mustAsk(role, { own: profile.role, teachers })

  function choose(chosen: Role): void {
    setRole(chosen)
    if (chosen !== 'Other') setProfession('')
  }

  function submit(data: FormData): void {
    if (update.isPending) return
    const body = {
      ...typedIn(data, profile),
      role,
      ...(role === 'Other' && { profession }),
      ...(asksToTeach && { teachingReason: textOf(data, 'teachingReason') }),
      ...filled(passwords),
    }
    const errors = problemsOf(body)
    setErrors(errors)
    if (Object.keys(errors).length > 0) return
    update.mutate(
      { body, image: fileOf(data, 'profilePhoto') },
      {
        onSaved: draft.remove,
        onSuccess: ({ message }) => {
          setPasswords(NO_PASSWORDS)
          setSaves(saves + 1)
          if (asksToTeach) setRole(profile.role)
          notify.success(message || UPDATED, { timeout: SCREEN_TOAST_MS })
        },
        onError: (error) => setErrors(fieldErrors(error) ?? {}),
      },
    )
  }

  return (
    <Form
      ref={form}
      card
      columns={2}
      aria-labelledby={HEADING}
      errors={errors}
      onChange={draft.store}
      onSubmit={submit}
    >
      <FormHead id={HEADING} title="Your details" draft={<DraftLine draft={draft} />} />
      <ImageField
        key={profilePhoto.url}
        name="profilePhoto"
        label="Profile picture"
        round
        span
        current={profilePhoto}
        onChange={draft.store}
        chosen={profilePhoto.url === initial.photo ? initial.chosen : undefined}
      />
      <TextField name="username" label="Name" required defaultValue={initial.username} autoComplete="name" />
      <EmailField key={saves} value={saves === 0 ? initial.email : profile.email} help={emailHelp} />
      <RoleField
        {...{ teachers, own: profile.role, value: role, onChange: choose }}
        reason={draft.text('teachingReason', '')}
      />
      {role === 'Other' && <ProfessionField value={profession} onChange={setProfession} />}
      <TextField
        name="siteQuote"
        label="One sentence about this site, shown on About"
        span
        defaultValue={initial.siteQuote}
        autoComplete="off"
      />
      <PrivateField checked={initial.isHidden}>{privacy}</PrivateField>
      <PasswordGroup passwords={passwords} onChange={setPasswords} />
      <FormFoot>
        <Button type="submit" variant="primary" size="lg" busy={update.isPending && 'Updating...'}>
          Update Profile
        </Button>
        <LinkButton size="lg" to={`/profile/${_id}`}>
          Cancel
        </LinkButton>
      </FormFoot>
    </Form>
  )
}

/** The name and the address, and what else has changed. */
function typedIn(data: FormData, profile: EditableProfile) {
  const isHidden = data.has('profilePrivate')
  const siteQuote = textOf(data, 'siteQuote')
  return {
    username: textOf(data, 'username'),
    email: textOf(data, 'email'),
    ...(isHidden !== (profile.profilePrivate ?? false) && { profilePrivate: isHidden }),
    ...(siteQuote !== (profile.siteQuote ?? '') && { siteQuote }),
  }
}

function EmailField({ value, help }: { value: string; help: string | undefined }) {
  return (
    <TextField
      name="email"
      label="Email"
      kind="email"
      required
      defaultValue={value}
      autoComplete="email"
      help={help}
    />
  )
}

function PrivateField({ checked, children }: { checked: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <div className={styles.private}>
      <label>
        <input
          type="checkbox"
          name="profilePrivate"
          value={HIDDEN}
          defaultChecked={checked}
          aria-describedby={id}
        />
        Hide my profile from others
      </label>
      <p id={id}>
        Others see only your name and your picture. Public playlists stay public. Teachers see nothing of your
        progress then.
      </p>
      {children}
    </div>
  )
}

function ProfessionField(text: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      {...text}
      name="profession"
      label="Profession"
      required
      span
      autoComplete="organization-title"
    />
  )
}

const storedTexts = ({
  username,
  email,
  role,
  profession = '',
  profilePrivate,
  siteQuote = '',
}: EditableProfile) => ({
  username,
  email,
  role,
  profession,
  profilePrivate: profilePrivate ? HIDDEN : '',
  siteQuote,
})

/** The initial values of the fields: the draft, or else the stored profile. */
function initialValues(profile: EditableProfile, draft: FormDraft) {
  const role = draft.text('role', profile.role)
  return {
    photo: profile.profilePhoto.url,
    chosen: draft.file('profilePhoto'),
    username: draft.text('username', profile.username),
    email: draft.text('email', profile.email),
    siteQuote: draft.text('siteQuote', profile.siteQuote ?? ''),
    role: ROLES.find((one) => one === role) ?? profile.role,
    profession: role === 'Other' ? draft.text('profession', profile.profession ?? '') : '',
    // A box without its tick is no field.
    isHidden: draft.restored
      ? draft.restored.fields.profilePrivate === HIDDEN
      : profile.profilePrivate === true,
  }
}

/** Empty password fields are not sent, nor is a confirmation without a new password. */
function filled({ oldPassword, newPassword, confirmPassword }: Passwords): Partial<Passwords> {
  return {
    ...(oldPassword !== '' && { oldPassword }),
    ...(newPassword !== '' && { newPassword, confirmPassword }),
  }
}

/** The server checks whether the new passwords are equal. */
function problemsOf(body: ProfileDraft): FormErrors {
  const { errors } = checkDraft(ProfileDraft, { ...body, confirmPassword: body.newPassword })
  const missing = body.role === 'Other' && body.profession?.trim() === ''
  return { ...errors, ...(missing && { profession: PROFESSION_MESSAGE }) }
}

interface Passwords {
  oldPassword: string
  newPassword: string
  confirmPassword: string
}

const NO_PASSWORDS: Passwords = { oldPassword: '', newPassword: '', confirmPassword: '' }

interface PasswordGroupProps {
  passwords: Passwords
  onChange: (passwords: Passwords) => void
}

/** The password fields of the profile. Empty fields change nothing. */
function PasswordGroup({ passwords, onChange }: PasswordGroupProps) {
  const field = (name: keyof Passwords) => ({
    name,
    value: passwords[name],
    onChange: (value: string) => onChange({ ...passwords, [name]: value }),
  })
  return (
    <fieldset className={styles.group}>
      <legend>Password</legend>
      <p>Leave these empty to keep your password. A new email needs your old password too.</p>
      <PasswordField {...field('oldPassword')} label="Old password" span autoComplete="current-password" />
      <NewPasswordField {...field('newPassword')} label="New password" />
      <PasswordField {...field('confirmPassword')} label="Confirm password" autoComplete="new-password" />
    </fieldset>
  )
}
